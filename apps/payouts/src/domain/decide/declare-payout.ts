import type { DataOf, payoutDeclare, PayoutStatus, ProcessorError, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { nextState } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import type { Attempt } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { erased } from '../erase';
import { attemptOf, errorOf, move, notFound, type Payout, withAttempt } from '../payout';
import { type PayoutEvent, payoutMachine } from '../payout.machine';
import { marksOf } from '../payout-states';
import { statusOf } from '../payout.status';

type Command = DataOf<typeof payoutDeclare>;

/** An operator declares what the processor does not report, of the present attempt. A success is left by a reversal alone. */
export function declarePayout(payout: Payout | undefined, command: Command, context: DecideContext): Decision {
  const attempt = payout && attemptOf(payout);
  if (!payout || attempt?.id !== command.payoutAttemptId) return notFound();
  const done: Effect = { kind: 'acknowledge', pendingReplies: context.pendingReplies };
  const declared = declaredAs(payout, attempt, command);
  if (isRefusal(declared)) return declared;
  if (declared === payout) return unchanged([done]);
  if (declared.state === payout.state) return decided(declared, [done]);
  const { pendingReplies } = declared;
  const ended = { ...declared, syncCount: 0, pendingReplies: [] };
  return decided(erased(ended), [...jobOf(payout, ended, context), { kind: 'reply', pendingReplies }, done]);
}

/** A payout that is declared to be on its way is looked up as usual. */
function jobOf(before: Payout, after: Payout, { rules }: DecideContext): Effect[] {
  if (marksOf(after.state).due) return [{ kind: 'sync_later', delayMs: rules.outcomeTimeoutMs }];
  return marksOf(before.state).due ? [{ kind: 'cancel_sync' }] : [];
}

function declaredAs(payout: Payout, attempt: Attempt, command: Command): Payout | Refusal {
  const { status, connectorPayoutId, errorCode, errorMessage } = command;
  const known = errorOf(payout);
  const isError = errorCode !== null || errorMessage !== null;
  const error: ProcessorError | null = isError
    ? { code: errorCode ?? known?.code ?? '', message: errorMessage ?? known?.message ?? '', reason: null }
    : known;
  const stated = { ...attempt, error, reference: connectorPayoutId ?? attempt.reference };
  if (status === null || status === statusOf(payout)) {
    return isError || connectorPayoutId !== null ? sameState(payout, stated) : payout;
  }
  return movedTo(payout, stated, status);
}

const sameState = (payout: Payout, attempt: Attempt): Payout => {
  const stated = withAttempt(payout, attempt);
  return 'error' in stated.facts ? ({ ...stated, facts: { ...stated.facts, error: attempt.error } } as Payout) : stated;
};

function movedTo(payout: Payout, attempt: Attempt, status: PayoutStatus): Payout | Refusal {
  const on = `declared_${status}` as PayoutEvent;
  const to = nextState(payoutMachine, payout.state, on);
  // Only an attempt at an account can be on its way.
  if (to === undefined || (to === 'initiated' && attempt.account === null))
    return refuse('invalid_request', { message: `Payout ${payout.payoutId} cannot be declared ${status}` });
  const { error: stated, ...rest } = attempt;
  const error = stated ?? { code: 'No error code', message: 'No error message', reason: null };
  const hasError = status === 'failed' || status === 'cancelled';
  return move(payout, on, () => ({
    attempt: { ...rest, step: attempt.step ?? 'payout_fulfill', error: hasError ? error : null } as never,
    ...(status !== 'success' && status !== 'initiated' && { error: hasError ? error : stated }),
  }));
}

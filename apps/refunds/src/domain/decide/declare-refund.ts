import type { DataOf, ProcessorError, Refusal, refundDeclare } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged, waitersOf } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { leftOf, refundIn, withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { errorOf, isIn, move, referenceOf } from '../refund';

type Command = DataOf<typeof refundDeclare>;

/** An operator says what became of a refund. A failed one can only have succeeded if its sum can be reserved again. */
export function declareRefund(refunds: PaymentRefunds | undefined, command: Command, context: DecideContext): Decision {
  const refund = refundIn(refunds, command.refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  const done: Effect = { kind: 'acknowledge', waiters: waitersOf(context) };
  const declared = command.status === 'success' ? succeeded(refunds, refund) : failed(refund, command);
  if (declared === undefined) return unchanged([done]);
  if (declared.kind === 'refused') return declared;
  const waiting: Effect = { kind: 'answer', refundId: refund.id, waiters: refund.waiters };
  return decided(withRefund(refunds, { ...declared.refund, waiters: [] }), [waiting, done]);
}

type Declared = Refusal | { readonly kind: 'declared'; readonly refund: Refund } | undefined;

const as = (refund: Refund): Declared => ({ kind: 'declared', refund: { ...refund, asked: 0, dueAt: null } });

function succeeded(refunds: PaymentRefunds, refund: Refund): Declared {
  if (isIn(refund, 'success')) return undefined;
  if (isIn(refund, 'failure') && refund.money.amount > leftOf(refunds)) return refuse('refund_exceeds_charged');
  return as(move(refund, 'declared_success', { reference: referenceOf(refund) }));
}

function failed(refund: Refund, { status, errorCode, errorMessage }: Command): Declared {
  const known = errorOf(refund);
  const error: ProcessorError = {
    code: errorCode ?? known?.code ?? 'No error code',
    message: errorMessage ?? known?.message ?? 'No error message',
    reason: errorMessage === null ? (known?.reason ?? null) : null,
  };
  const isTold = errorCode !== null || errorMessage !== null;
  if (isIn(refund, 'failure')) return isTold ? as({ ...refund, facts: { ...refund.facts, error } }) : undefined;
  if (status === 'failure') {
    const facts = { reference: referenceOf(refund), error, hadSucceeded: isIn(refund, 'success') };
    return as(move(refund, 'declared_failure', facts));
  }
  // No status and no failure: an error alone is noted where one may be shown.
  if (!isTold || !isIn(refund, 'pending', 'manual_review')) return undefined;
  return { kind: 'declared', refund: { ...refund, facts: { ...refund.facts, error } } as Refund };
}

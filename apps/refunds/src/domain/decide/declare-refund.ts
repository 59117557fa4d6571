import type { DataOf, ProcessorError, Refusal, refundDeclare } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundableOf, refundIn, withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { errorOf, isIn, move, referenceOf } from '../refund';

type Command = DataOf<typeof refundDeclare>;

/** An operator declares the outcome of a refund. A failed refund may become a success only if its amount is still refundable. */
export function declareRefund(refunds: PaymentRefunds | undefined, command: Command, context: DecideContext): Decision {
  const refund = refundIn(refunds, command.refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  const done: Effect = { kind: 'acknowledge', pendingReplies: context.pendingReplies };
  const declared = command.status === 'success' ? declareSuccess(refunds, refund) : declareFailure(refund, command);
  if (declared === undefined) return unchanged([done]);
  if (declared.kind === 'refused') return declared;
  const reply: Effect = { kind: 'reply', refundId: refund.id, pendingReplies: refund.pendingReplies };
  return decided(withRefund(refunds, { ...declared.refund, pendingReplies: [] }), [reply, done]);
}

type Declared = Refusal | { readonly kind: 'declared'; readonly refund: Refund } | undefined;

const declaredAs = (refund: Refund): Declared => ({
  kind: 'declared',
  refund: { ...refund, syncCount: 0, dueAt: null },
});

function declareSuccess(refunds: PaymentRefunds, refund: Refund): Declared {
  if (isIn(refund, 'success')) return undefined;
  if (isIn(refund, 'failure') && refund.money.amount > refundableOf(refunds)) return refuse('refund_exceeds_charged');
  return declaredAs(move(refund, 'declared_success', { reference: referenceOf(refund) }));
}

function declareFailure(refund: Refund, { status, errorCode, errorMessage }: Command): Declared {
  const known = errorOf(refund);
  const error: ProcessorError = {
    code: errorCode ?? known?.code ?? 'No error code',
    message: errorMessage ?? known?.message ?? 'No error message',
    reason: errorMessage === null ? (known?.reason ?? null) : null,
  };
  const hasError = errorCode !== null || errorMessage !== null;
  if (isIn(refund, 'failure'))
    return hasError ? declaredAs({ ...refund, facts: { ...refund.facts, error } }) : undefined;
  if (status === 'failure') {
    const facts = { reference: referenceOf(refund), error, hadSucceeded: isIn(refund, 'success') };
    return declaredAs(move(refund, 'declared_failure', facts));
  }
  // Without a status the error alone is saved, in states that show an error.
  if (!hasError || !isIn(refund, 'pending', 'manual_review')) return undefined;
  return { kind: 'declared', refund: { ...refund, facts: { ...refund.facts, error } } as Refund };
}

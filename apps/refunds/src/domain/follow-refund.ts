import type { connectorRefundOutcome, DataOf, Outcome, ProcessorError } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import type { Followed, FollowEffect } from '@payorch/operations';
import { caseOf, decided, OperationFollower, unchanged } from '@payorch/operations';
import type { Decision, Effect } from './decision';
import { later } from './decision';
import type { PaymentRefunds } from './payment-refunds';
import { withRefund } from './payment-refunds';
import type { Facts, Refund } from './refund';
import { errorOf, isIn, move, referenceOf } from './refund';
import { refundMachine, refundOperation, type RefundState, syncableStates } from './refund.machine';

export type RefundOutcome = DataOf<typeof connectorRefundOutcome>;

/** What outcomes and syncs do to a refund. */
export const refundFollower = new OperationFollower<typeof refundMachine, Refund, RefundOutcome>({
  definitionOf: () => refundOperation,
  openStates: syncableStates,
  requestedAt: ({ createdAt }) => createdAt,
  // A refund that succeeded and then failed: a repeated success is stale.
  caseOf: (refund, event) =>
    isIn(refund, 'failure') && refund.facts.hadSucceeded ? 'superseded' : caseOf(event, { refund: refund.money }),
  moved(refund, on, { outcome }) {
    const known = {
      reference: ('reference' in outcome ? outcome.reference : null) ?? referenceOf(refund),
      error: errorAfter(refund, outcome),
      hadSucceeded: isIn(refund, 'success'),
    };
    return move(refund, on, (to) => factsIn[to](known));
  },
});

interface Known {
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly hadSucceeded: boolean;
}

const notFoundAtProcessor: ProcessorError = {
  code: 'No error code',
  message: 'The processor knows of no such refund',
  reason: null,
};

/** The facts of every state, as an outcome leads to it. */
const factsIn: { readonly [S in RefundState]: (known: Known) => Facts[S] } = {
  scheduled: () => ({}),
  pending: ({ reference, error }) => ({ reference, error }),
  manual_review: ({ reference, error }) => ({ reference, error }),
  success: ({ reference }) => ({ reference }),
  failure: ({ reference, error, hadSucceeded }) => ({ reference, error: error ?? notFoundAtProcessor, hadSucceeded }),
};

function differingFields(requested: Money, reported: Money): string {
  const fields = [
    ...(requested.amount === reported.amount ? [] : ['refund_amount']),
    ...(requested.currency === reported.currency ? [] : ['currency']),
  ];
  return fields.join(', ');
}

/** A timeout leaves the shown error as before; any other error is shown until an outcome replaces it. */
function errorAfter(refund: Refund, outcome: Outcome): ProcessorError | null {
  if ('money' in outcome && !equals(outcome.money, refund.money)) {
    const fields = differingFields(refund.money, outcome.money);
    const message = `Integrity Check Failed! as data mismatched for fields ${fields}`;
    return { code: 'IE', message, reason: null };
  }
  if (outcome.kind === 'absent') return notFoundAtProcessor;
  if (!('error' in outcome)) return outcome.kind === 'accepted' ? errorOf(refund) : null;
  return outcome.kind === 'unknown' && outcome.error.code === 'TIMEOUT' ? errorOf(refund) : outcome.error;
}

/** The refund with the time of its next sync, in place of a job of its own, and the other effects. */
export function scheduleFollowed(
  { operation: refund, effects }: Followed<Refund>,
  now: Date,
): { readonly refund: Refund; readonly effects: readonly Effect[] } {
  const dueAt = effects.reduce((due, effect) => dueAfter(due, effect, now), refund.dueAt);
  const refundId = refund.id;
  return {
    refund: dueAt === refund.dueAt ? refund : { ...refund, dueAt },
    effects: effects.flatMap((effect): Effect[] =>
      effect.kind === 'sync_later' || effect.kind === 'cancel_sync' ? [] : [{ ...effect, refundId }],
    ),
  };
}

const dueAfter = (due: Date | null, effect: FollowEffect, now: Date): Date | null => {
  if (effect.kind === 'cancel_sync') return null;
  return effect.kind === 'sync_later' ? later(now, effect.delayMs) : due;
};

/** The decision about what follows for one refund of the payment. */
export function decideFollowed(refunds: PaymentRefunds, followed: Followed<Refund> | undefined, now: Date): Decision {
  if (!followed) return unchanged();
  const { refund, effects } = scheduleFollowed(followed, now);
  return decided(withRefund(refunds, refund), effects);
}

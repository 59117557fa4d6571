import type { Outcome } from '@payorch/contracts';
import type { FlowOperations } from '@payorch/connector-kit';
import { entryOf, otherOperation, outcomeForPayout, unknown, unseenStatus } from '@payorch/connector-kit';
import { declinedBy } from '../errors';
import type { WireOperation, WirePayout, WireStep } from './wire';
import { moneyOf } from './wire';

/** The step whose outcome is read. */
type Requested = Pick<FlowOperations['payoutSync'], 'id' | 'flow' | 'money'>;

const noReason = { code: 'No error code', message: 'No error message' };

const inAmount =
  (kind: Parameters<typeof outcomeForPayout>[0]) =>
  ({ id, amount, currency }: WirePayout, { money }: Requested): Outcome => {
    const reported = moneyOf(amount, currency);
    if (!reported) return unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', id);
    return outcomeForPayout(kind, id, reported, money);
  };

const failed = ({ id, operations }: WirePayout, { id: reference }: Requested): Outcome => {
  const error = operations.find((one) => one.reference === reference)?.error;
  return declinedBy({ error: error ?? noReason }, id);
};

type Readings = Readonly<Record<string, (payout: WirePayout, requested: Requested) => Outcome>>;

/** What the status of a payout says of its fulfilment. */
const ofFulfilment: Readings = {
  processing: ({ id }) => ({ kind: 'accepted', reference: id }),
  in_transit: inAmount('initiated'),
  paid: inAmount('paid'),
  failed,
  reversed: ({ id }) => ({ kind: 'reversed', reference: id }),
  cancelled: ({ id }) => ({ kind: 'voided', reference: id }),
};

/** What the status of the own operation says of the other steps, whatever became of the payout since. */
const ofOperations: Readonly<Record<string, Readings>> = {
  payout_create: { succeeded: inAmount('payout_created'), failed },
  payout_cancel: { succeeded: ({ id }) => ({ kind: 'voided', reference: id }), failed },
};

function readingOf(payout: WirePayout, own: WireOperation, { flow }: Requested) {
  // A refused fulfilment leaves the status of the payout as it was.
  if (flow === 'payout_fulfill') return own.status === 'failed' ? failed : entryOf(ofFulfilment, payout.status);
  return entryOf(ofOperations[flow] ?? {}, own.status);
}

/** The outcome of a step by its payout. The processor lists every operation of a payout: one that it does not list never came. */
export function payoutOf(payout: WirePayout, requested: Requested, missing: Outcome = { kind: 'absent' }): Outcome {
  const own = payout.operations.find(({ reference }) => reference === requested.id);
  if (!own) return missing;
  const read = readingOf(payout, own, requested);
  return read ? read(payout, requested) : unseenStatus(payout.status, payout.id);
}

/** The answer to the call of a step, which must name the step. */
export const answeredBy = (payout: WirePayout, requested: Requested): Outcome =>
  payoutOf(payout, requested, otherOperation(payout.id));

const ofSteps: Readonly<Record<string, (step: WireStep) => Outcome>> = {
  eligible: () => ({ kind: 'prepared', reference: null }),
  ineligible: ({ error }) => ({ kind: 'ineligible', error: { ...(error ?? noReason), reason: null } }),
  active: ({ id }) => ({ kind: 'prepared', reference: id }),
  requires_verification: ({ id }) => ({ kind: 'vendor_account_required', reference: id }),
  refused: ({ id, error }) => declinedBy({ error: error ?? noReason }, id),
  pending: ({ id }) => ({ kind: 'accepted', reference: id }),
};

/** The outcome of a step before the payout. */
export function stepOf(step: WireStep, { id }: Pick<Requested, 'id'>): Outcome {
  if (step.reference && step.reference !== id) return otherOperation(step.id);
  return entryOf(ofSteps, step.status)?.(step) ?? unseenStatus(step.status, step.id);
}

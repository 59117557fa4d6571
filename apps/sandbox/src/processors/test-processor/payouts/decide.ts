import type { Variation } from '../../../kit/faults/plan';
import type { Effect } from '../../../kit/ledger/effect';
import type { Moment } from '../../../kit/moment';
import { payoutDeclined, payoutNotChangeable, recipientIneligible } from '../refusals';
import type { Decision, Made, Payout, PayoutKind, Step } from './payout';
import { laterMs, scenarios } from './scenarios';

/** What every call names that makes something. */
export type MakingRequest = Pick<
  Payout,
  'connector' | 'account' | 'webhooks' | 'scenario' | 'merchantReference' | 'amount' | 'currency'
> & {
  readonly reference: string;
};

const notPaid = payoutDeclined('Returned by the bank');

/** A check, a recipient, or the account of a recipient. */
export function makeStep(
  kind: 'eligibility' | 'recipient' | 'account',
  request: MakingRequest,
  { nowMs, newId }: Moment,
): Decision {
  const { connector, account, webhooks, scenario, reference } = request;
  const isIneligible = kind === 'eligibility' && scenario === 'ineligible';
  const isUnverified = kind === 'account' && scenario === 'verification';
  const usual = kind === 'eligibility' ? 'eligible' : 'active';
  const made: Step = {
    type: 'step',
    id: newId(kind),
    connector,
    account,
    webhooks,
    scenario,
    reference,
    createdMs: nowMs,
    status: isIneligible ? 'ineligible' : isUnverified ? 'requires_verification' : usual,
    error: isIneligible ? recipientIneligible : null,
    pending: isUnverified ? { status: 'active', atMs: nowMs + laterMs } : null,
  };
  return { made };
}

const listed = (
  payout: Payout,
  reference: string,
  kind: PayoutKind,
  change: Partial<Payout['operations'][number]>,
): Payout => ({
  ...payout,
  operations: [...payout.operations, { reference, kind, status: 'succeeded', error: null, ...change }],
});

/** A new payout, which is fulfilled at once where `fulfill` is true. */
export function createPayout(
  { reference, ...request }: MakingRequest & { readonly fulfill: boolean },
  moment: Moment,
  variation: Variation,
): Decision {
  const { fulfill, ...rest } = request;
  const payout: Payout = {
    ...rest,
    type: 'payout',
    id: moment.newId('po'),
    createdMs: moment.nowMs,
    status: 'created',
    operations: [],
    pending: null,
  };
  const refusal = scenarios.find(({ name }) => name === payout.scenario)?.refusal;
  const kind = fulfill ? 'payout_fulfill' : 'payout_create';
  if (refusal)
    return {
      made: { ...listed(payout, reference, kind, { status: 'failed', error: refusal }), status: 'failed' },
      refusal,
    };
  return fulfill ? fulfillPayout(payout, reference, moment, variation) : { made: listed(payout, reference, kind, {}) };
}

const refused = (payout: Payout, reference: string, kind: PayoutKind): Decision => ({
  made: listed(payout, reference, kind, { status: 'failed', error: payoutNotChangeable }),
  refusal: payoutNotChangeable,
});

const effectOf = (kind: 'payout' | 'payout_return', { amount, currency }: Payout, reference: string): Effect => ({
  kind,
  reference: kind === 'payout_return' ? `${reference}:return` : reference,
  amount,
  currency,
});

/** Sends the money on its way, once. */
export function fulfillPayout(
  before: Payout,
  reference: string,
  { nowMs }: Moment,
  { settlesLater, amountDelta = 0 }: Variation,
): Decision {
  if (before.status !== 'created') return refused(before, reference, 'payout_fulfill');
  const payout = { ...before, amount: before.amount + amountDelta };
  const own = (change: Partial<Payout>, status: 'processing' | 'succeeded' = 'succeeded'): Payout => ({
    ...listed(payout, reference, 'payout_fulfill', { status }),
    ...change,
  });
  if (settlesLater) {
    const status = settlesLater.status === 'succeeded' ? 'paid' : 'failed';
    return { made: own({ status: 'processing', pending: { status, atMs: nowMs + settlesLater.ms } }, 'processing') };
  }
  const effect = effectOf('payout', payout, reference);
  const later = (status: 'paid' | 'reversed') => ({ status, atMs: nowMs + laterMs });
  if (payout.scenario === 'initiated')
    return { made: own({ status: 'in_transit', pending: later('paid') }), effect, event: 'payout.initiated' };
  const pending = payout.scenario === 'reversed' ? later('reversed') : null;
  return { made: own({ status: 'paid', pending }), effect, event: 'payout.paid' };
}

/** Cancels a payout whose money has not left. */
export function cancelPayout(payout: Payout, reference: string): Decision {
  if (payout.status !== 'created' && payout.status !== 'processing') return refused(payout, reference, 'payout_cancel');
  const made: Payout = { ...listed(payout, reference, 'payout_cancel', {}), status: 'cancelled', pending: null };
  return { made, event: 'payout.cancelled' };
}

/** The later outcome that is due. */
export function settle(made: Made): Decision {
  if (!made.pending) return {};
  if (made.type === 'step')
    return { made: { ...made, status: 'active', pending: null }, event: 'recipient_account.active' };
  const { status } = made.pending;
  const reference = made.operations.find(({ kind }) => kind === 'payout_fulfill')!.reference;
  const error = status === 'failed' ? notPaid : null;
  const operations = made.operations.map((one) =>
    one.status === 'processing' ? { ...one, status: error ? ('failed' as const) : ('succeeded' as const), error } : one,
  );
  const settled: Payout = { ...made, status, operations, pending: null };
  const event = `payout.${status}`;
  if (status === 'failed' || made.status === 'in_transit') return { made: settled, event };
  return {
    made: settled,
    effect: effectOf(status === 'reversed' ? 'payout_return' : 'payout', made, reference),
    event,
  };
}

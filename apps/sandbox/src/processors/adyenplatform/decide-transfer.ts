import type { Effect } from '../../kit/ledger/effect';
import type { DecisionContext as AnyContext, Decision } from '../../kit/objects/decision';
import { decisionsOf, effectOf, newObject } from '../../kit/objects/decision';
import type { Refusal } from './errors';
import type { AdyenRecord, Transfer } from './transfer';
import { courseOf, masked } from './transfer';
import type { TransferBody } from './transfer-params';

export interface DecisionContext extends AnyContext {
  readonly settleAfterMs: number;
}
export type AdyenDecision = Decision<AdyenRecord, Refusal>;
export const { stored, refused, unchanged } = decisionsOf<AdyenRecord, Refusal>();

/** Money leaves the balance account when a transfer is booked, and comes back when it is returned or fails after that. */
function effectAt({ steps, body: { amount, reference } }: Transfer): Effect | undefined {
  const money = { amount: amount.value, currency: amount.currency };
  if (steps.at(-1)?.status === 'booked') return effectOf('payout', { reference }, money);
  return steps.at(-2)?.status === 'booked' ? effectOf('payout_return', { reference }, money) : undefined;
}

type Times = Pick<DecisionContext, 'moment' | 'settleAfterMs' | 'variation'>;

/** The transfer at the first of these steps; the others follow, each after its time. */
function advanced(
  transfer: Transfer,
  [present, ...next]: Transfer['next'],
  { moment, settleAfterMs, variation }: Times,
): AdyenDecision {
  if (!present) return unchanged;
  const atMs = moment.nowMs + (variation.settlesLater?.ms ?? settleAfterMs);
  const steps = [...transfer.steps, present];
  const pending = next.length > 0 ? ({ atMs, status: 'succeeded', failure: null } as const) : null;
  const changed: Transfer = { ...transfer, steps, next, pending };
  const type = `balancePlatform.transfer.${steps.length === 1 ? 'created' : 'updated'}`;
  return { ...stored(changed, type), effect: effectAt(changed) };
}

/** Creates a transfer. Always makes a new one: the ledger shows one that is sent twice. */
export function createTransfer(body: TransferBody, context: DecisionContext): AdyenDecision {
  const { variation, delivery } = context;
  const { currency, value } = body.amount;
  const transfer: Transfer = {
    ...newObject('transfer', 'TR', context),
    body: masked({ ...body, amount: { currency, value: value + (variation.amountDelta ?? 0) } }),
    steps: [],
    next: [],
    pending: null,
    delivery,
  };
  return advanced(transfer, courseOf(body, variation.settlesLater), context);
}

export const settleTransfer = (transfer: Transfer, times: Times): AdyenDecision =>
  advanced(transfer, transfer.next, times);

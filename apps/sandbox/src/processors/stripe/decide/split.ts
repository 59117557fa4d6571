import { isConnectedAccount, platformAccount } from '../account';
import type { Refusal } from '../errors';
import { invalidRequest, noSuch } from '../errors';
import type { Charge, Refund, Split } from '../objects/records';
import type { CreateIntent } from '../params/intent-params';
import type { CreateRefund } from '../params/other-params';
import { amountText } from '../params/parts';

type SplitParams = Pick<
  CreateIntent,
  'amount' | 'currency' | 'application_fee_amount' | 'transfer_data' | 'on_behalf_of'
>;

/** The split that a payment requests; undefined for none. */
export function splitOf({ application_fee_amount: fee, transfer_data, on_behalf_of }: SplitParams): Split | undefined {
  if (fee === undefined && transfer_data === undefined) return undefined;
  return { fee: fee ?? null, destination: transfer_data?.destination ?? null, onBehalfOf: on_behalf_of ?? null };
}

/** Refuses a split that Stripe would refuse: a fee without a connected account, a fee above the amount, an unknown account. */
export function splitProblem(params: SplitParams, account: string): Refusal | undefined {
  const { amount, currency, application_fee_amount: fee, transfer_data: transfer, on_behalf_of: owner } = params;
  if (transfer && (transfer.destination === account || !isConnectedAccount(transfer.destination))) {
    return noSuch('destination', transfer.destination, 'transfer_data[destination]');
  }
  if (owner !== undefined && (account !== platformAccount || !isConnectedAccount(owner))) {
    return noSuch('account', owner, 'on_behalf_of');
  }
  if (fee === undefined) return undefined;
  if (account === platformAccount && !transfer) {
    return invalidRequest(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    );
  }
  if (fee < 1) return invalidRequest('Invalid positive integer', { param: 'application_fee_amount' });
  return fee <= amount
    ? undefined
    : invalidRequest(
        `Fees (${amountText(fee, currency)}) must be less than or equal to the total amount of the charge (${amountText(amount, currency)})`,
        { param: 'application_fee_amount' },
      );
}

/** The application fee of a charge is at most the captured amount. */
export const feeOf = ({ split, amount_captured }: Charge): number => Math.min(split?.fee ?? 0, amount_captured);

/** A destination charge is transferred as far as it is captured. */
export const transferOf = ({ split, amount_captured }: Charge): number => (split?.destination ? amount_captured : 0);

const isEffective = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled';
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Part = 'feeRefunded' | 'transferReversed';

/**
 * The refunds of a charge return a whole in proportion to their amounts. Together they are at most the captured amount, so
 * their parts are at most the whole.
 */
function returnedWith(part: Part, whole: number, amount: number, charge: Charge, refunds: readonly Refund[]): number {
  const earlier = refunds.filter((refund) => isEffective(refund) && refund[part] !== undefined);
  const refunded = sum(earlier.map((refund) => refund.amount)) + amount;
  const returned = Math.floor((whole * refunded) / charge.amount_captured);
  // A refund that failed later may leave the others with a minor unit more than their share.
  return Math.max(0, returned - returnedOf(part, earlier));
}

/** What the refunds returned of the fee or of the transfer. */
export const returnedOf = (part: Part, refunds: readonly Refund[]): number =>
  sum(refunds.filter(isEffective).map((refund) => refund[part] ?? 0));

export function reversalProblem(
  { refund_application_fee, reverse_transfer }: CreateRefund,
  charge: Charge,
): Refusal | undefined {
  const problem = (param: string, noun: string) =>
    invalidRequest(`Attempting to ${param} on charge ${charge.id}, but it has no ${noun}`, { param });
  if (refund_application_fee && feeOf(charge) === 0) return problem('refund_application_fee', 'application fee');
  return reverse_transfer && transferOf(charge) === 0 ? problem('reverse_transfer', 'transfer') : undefined;
}

/** The parts of fee and transfer that a refund of this amount returns. */
export function reversalOf(
  { refund_application_fee, reverse_transfer }: CreateRefund,
  amount: number,
  charge: Charge,
  refunds: readonly Refund[],
): Pick<Refund, Part> {
  const returned = (part: Part, whole: number) => ({ [part]: returnedWith(part, whole, amount, charge, refunds) });
  return {
    ...(refund_application_fee && returned('feeRefunded', feeOf(charge))),
    ...(reverse_transfer && returned('transferReversed', transferOf(charge))),
  };
}

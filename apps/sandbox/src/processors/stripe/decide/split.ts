import type { Refusal } from '../errors';
import { invalidRequest, noSuch } from '../errors';
import { isConnectedAccount, platformAccount } from '../account';
import type { Charge, Refund, Split } from '../objects/records';
import { amountText } from '../params/amounts';
import type { CreateIntent } from '../params/intent-params';
import type { CreateRefund } from '../params/other-params';

type SplitParams = Pick<
  CreateIntent,
  'amount' | 'currency' | 'application_fee_amount' | 'transfer_data' | 'on_behalf_of'
>;

/** The split that a payment requests; undefined for none. */
export function splitOf({ application_fee_amount, transfer_data, on_behalf_of }: SplitParams): Split | undefined {
  if (application_fee_amount === undefined && transfer_data === undefined) return undefined;
  return {
    fee: application_fee_amount ?? null,
    destination: transfer_data?.destination ?? null,
    onBehalfOf: on_behalf_of ?? null,
  };
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
export const feeOf = ({ split, amountCaptured }: Charge): number => Math.min(split?.fee ?? 0, amountCaptured);

/** A destination charge is transferred as far as it is captured. */
export const transferOf = ({ split, amountCaptured }: Charge): number => (split?.destination ? amountCaptured : 0);

const isEffective = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled';
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type Part = 'feeRefunded' | 'transferReversed';

/**
 * The part of a whole that the refunds of a charge return so far, in proportion to their amounts. Together the refunds are
 * at most the captured amount, so their parts are at most the whole.
 */
const returnedUntil = (whole: number, refunded: number, captured: number): number =>
  Math.floor((whole * refunded) / captured);

function returnedWith(part: Part, whole: number, amount: number, charge: Charge, refunds: readonly Refund[]): number {
  const earlier = refunds.filter((refund) => isEffective(refund) && refund[part] !== undefined);
  const refunded = sum(earlier.map((refund) => refund.amount)) + amount;
  // A refund that failed later may leave the others with a minor unit more than their share.
  return Math.max(
    0,
    returnedUntil(whole, refunded, charge.amountCaptured) - sum(earlier.map((refund) => refund[part] ?? 0)),
  );
}

/** What the refunds returned of the fee or of the transfer. */
export const returnedOf = (part: Part, refunds: readonly Refund[]): number =>
  sum(refunds.filter(isEffective).map((refund) => refund[part] ?? 0));

export function reversalProblem(input: CreateRefund, charge: Charge): Refusal | undefined {
  if (input.refund_application_fee && feeOf(charge) === 0) {
    return invalidRequest(
      `Attempting to refund_application_fee on charge ${charge.id}, but it has no application fee`,
      {
        param: 'refund_application_fee',
      },
    );
  }
  return input.reverse_transfer && transferOf(charge) === 0
    ? invalidRequest(`Attempting to reverse_transfer on charge ${charge.id}, but it has no transfer`, {
        param: 'reverse_transfer',
      })
    : undefined;
}

/** The parts of fee and transfer that a refund of this amount returns. */
export const reversalOf = (
  { refund_application_fee, reverse_transfer }: CreateRefund,
  amount: number,
  charge: Charge,
  refunds: readonly Refund[],
): Pick<Refund, Part> => ({
  ...(refund_application_fee && { feeRefunded: returnedWith('feeRefunded', feeOf(charge), amount, charge, refunds) }),
  ...(reverse_transfer && {
    transferReversed: returnedWith('transferReversed', transferOf(charge), amount, charge, refunds),
  }),
});

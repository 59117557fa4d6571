import type { Account, FlowOperations } from '@payorch/connector-kit';
import { amountFormats, urlOf } from '@payorch/connector-kit';
import type { PayoutDestinationData } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { Credentials } from '../credentials';
import { cardData } from './payment-method';

type PayoutOperation = FlowOperations['payoutFulfill'];

/** The number or the address by which the processor knows an account. */
function accountOf(destination: PayoutDestinationData): string | null {
  switch (destination.kind) {
    case 'ach':
    case 'bacs':
      return destination.accountNumber;
    case 'sepa':
      return destination.iban;
    case 'pix':
      return destination.pixKey;
    case 'paypal':
      return destination.email ?? destination.phone ?? destination.paypalId;
    case 'venmo':
      return destination.phone;
    case 'apple_pay':
    case 'google_pay':
      return destination.number;
  }
}

/** Throws where the operation names none, so that it is not sent. */
function destinationOf({ card, destination }: PayoutOperation): object {
  if (card) return cardData(card);
  if (!destination) throw new InvariantError('A payout has no destination');
  return { account: { type: destination.kind, number: accountOf(destination) } };
}

/** The body of every call that begins something about a payout. */
export const payoutBody = (operation: PayoutOperation, { connector, webhookUrl }: Account<Credentials>) => ({
  amount: amountFormats.minor_integer.write(operation.money),
  currency: operation.money.currency,
  connector,
  destination: destinationOf(operation),
  recipient: operation.recipientReference,
  recipient_account: operation.recipientAccountReference,
  description: operation.description,
  priority: operation.priority,
  merchant_reference: operation.payoutId,
  reference: operation.id,
  webhook_url: webhookUrl,
});

/** The address of what a step made: by the processor's id, or by the operation's id. */
export function madeUrl(
  baseUrl: string,
  { id, flow, reference }: Pick<FlowOperations['payoutSync'], 'id' | 'flow' | 'reference'>,
): string {
  const all = urlOf(baseUrl, flow === 'payout_recipient_account' ? 'recipient-accounts' : 'payouts');
  return reference ? urlOf(all, reference) : `${all}?reference=${encodeURIComponent(id)}`;
}

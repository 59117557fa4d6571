import type { Card, FlowOperations } from '@payorch/connector-kit';
import type { PayoutDestinationData } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { accountHolderOf, cardHolderOf } from './party';

const digitsOf = (text: string): string => text.replaceAll(/[ -]/g, '');

function identificationOf(destination: PayoutDestinationData): object {
  switch (destination.kind) {
    case 'sepa':
      return { type: 'iban', iban: digitsOf(destination.iban), bic: destination.bic };
    case 'ach':
      return {
        type: 'usLocal',
        accountNumber: digitsOf(destination.accountNumber),
        routingNumber: digitsOf(destination.routingNumber),
      };
    case 'bacs':
      return {
        type: 'ukLocal',
        accountNumber: digitsOf(destination.accountNumber),
        sortCode: digitsOf(destination.sortCode),
      };
    default:
      // No capability has it, so routing never chooses this connector.
      throw new InvariantError(`no transfer goes to ${destination.kind}`);
  }
}

const cardIdentificationOf = ({ number, expiryMonth, expiryYear }: Card) => ({
  number: number.reveal(),
  expiryMonth: expiryMonth.padStart(2, '0'),
  expiryYear: expiryYear.length === 2 ? `20${expiryYear}` : expiryYear,
});

/** Who is paid, with the category of the transfer. */
export function counterpartyOf(payout: FlowOperations['payoutFulfill']): object {
  const { card, destination } = payout;
  if (card) {
    const counterparty = {
      card: { cardHolder: cardHolderOf(payout), cardIdentification: cardIdentificationOf(card) },
    };
    return { category: 'card', counterparty };
  }
  if (!destination) throw new InvariantError(`payout ${payout.payoutId} has no destination`);
  const bankAccount = { accountHolder: accountHolderOf(payout), accountIdentification: identificationOf(destination) };
  return { category: 'bank', counterparty: { bankAccount } };
}

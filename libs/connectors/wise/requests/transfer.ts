import type { FlowOperations } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import { transactionIdOf } from './transaction-id';

/** The longest text on the recipient's statement: an entry of ACH, a reference of Bacs, a remittance of SEPA. */
const longestReference: Readonly<Record<string, number>> = { ach: 10, bacs: 18, sepa: 140 };

/** The characters that all three networks carry: Wise refuses a transfer for any other. */
const carried = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9 ./-]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

const statementText = ({ description, payoutMethodType }: FlowOperations['payoutCreate']): string =>
  carried(description ?? '')
    .slice(0, longestReference[payoutMethodType] ?? 10)
    .trim();

/** Wise's ids are numbers. */
const wireId = (reference: string | null): number | string | null =>
  reference !== null && /^\d{1,15}$/.test(reference) ? Number(reference) : reference;

/** The body that creates a transfer. The same `customerTransactionId` never creates a second one. */
export const transferOf = (operation: FlowOperations['payoutCreate'], quote: string | undefined): object => ({
  targetAccount: wireId(operation.recipientReference),
  quoteUuid: quote,
  customerTransactionId: transactionIdOf(operation),
  details: { reference: statementText(operation) },
});

/** The id of the transfer. The creation gave it; throws without one, so that the operation is not sent. */
export function transferReference({ reference }: { readonly reference: string | null }): string {
  if (reference === null) throw new InvariantError('a step after the creation has no id of its transfer');
  return reference;
}

import type { EvidenceType } from '@payorch/contracts';
import type { SubmitEvidenceOperation } from '@payorch/connector-kit';

/** The name of a preliminary that uploads a file, and of its result. */
export const uploadName = (type: EvidenceType): string => `file_${type}`;

/**
 * The fields of Stripe's evidence that take files (docs.stripe.com/api/disputes/evidence_object). Stripe has none for the agreement of
 * recurring payments: it goes where any other file goes.
 */
const fileFields: Readonly<Record<EvidenceType, string>> = {
  cancellation_policy: 'cancellation_policy',
  customer_communication: 'customer_communication',
  customer_signature: 'customer_signature',
  receipt: 'receipt',
  refund_policy: 'refund_policy',
  service_documentation: 'service_documentation',
  shipping_documentation: 'shipping_documentation',
  invoice_showing_distinct_transactions: 'duplicate_charge_documentation',
  recurring_transaction_agreement: 'uncategorized_file',
  uncategorized_file: 'uncategorized_file',
};

/** The fields of files, by the evidence that each carries. Throws if two files would share one field: none may be left out. */
export function fieldsOfFiles({ files }: SubmitEvidenceOperation): ReadonlyMap<string, EvidenceType> {
  const fields = new Map(files.map(({ evidenceType }) => [fileFields[evidenceType], evidenceType]));
  if (fields.size < files.length) throw new RangeError('Stripe takes one file for each kind of evidence');
  return fields;
}

/** The texts have the same names at Stripe as in the interface. Unknown ones are sent too: Stripe refuses them by name. */
export const evidenceOf = (operation: SubmitEvidenceOperation, found: Readonly<Record<string, string>>): object => ({
  ...operation.texts,
  ...Object.fromEntries([...fieldsOfFiles(operation)].map(([field, type]) => [field, found[uploadName(type)]])),
});

import { z } from 'zod';
import * as form from '../../../kit/params/form-parts';
import { integer, metadata } from './parts';

const shortTexts = [
  'billing_address',
  'cancellation_policy',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_id',
  'receipt',
  'refund_policy',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
] as const;
const longTexts = [
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
] as const;

/** The fields of the evidence that name uploaded files. */
export const fileFields: ReadonlySet<string> = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
]);

export const updateDispute = form.paramsOf({
  evidence: form.hashOf({
    ...form.each(z.string().max(5_000), ...shortTexts),
    ...form.each(z.string().max(20_000), ...longTexts),
  }),
  metadata,
  submit: form.flag,
});
export type UpdateDispute = z.output<typeof updateDispute>;

export const uploadFile = form.paramsOf(
  {},
  {
    purpose: z.enum(['dispute_evidence', 'identity_document', 'additional_verification', 'customer_signature']),
    file: z.strictObject({ filename: z.string().min(1), type: z.string().min(1), size: integer }),
  },
);
export type UploadFile = z.output<typeof uploadFile>;

import { nulls } from '../../../kit/objects/decision';
import { isChargeRefundable } from '../decide/disputes';
import type { Dispute, UploadedFile } from '../objects/records';

const noEvidence = nulls(
  ...(['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'] as const),
  ...(['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'] as const),
  ...(['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'] as const),
  ...(['duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'] as const),
  ...(['refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'] as const),
  ...(['service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'] as const),
  ...(['shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'] as const),
);

export function disputeFields(dispute: Dispute) {
  const { status, given, submissions, dueBy, networkReason } = dispute;
  return {
    balance_transactions: [],
    evidence: { ...noEvidence, enhanced_evidence: {}, ...given },
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: Object.keys(given).length > 0,
      past_due: false,
      submission_count: submissions,
    },
    is_charge_refundable: isChargeRefundable(dispute),
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: status.startsWith('warning') ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: networkReason,
      },
      type: 'card',
    },
  };
}

export const fileFields = ({ id, type }: UploadedFile) => ({
  type: type.split('/').at(-1) ?? null,
  url: `https://files.stripe.com/v1/files/${id}/contents`,
});

/** The `event_type` of every webhook of a merchant, and what it says. `docs/guides/webhooks.md` has this list. */
export const webhookEvents = {
  payment_succeeded: 'The payment is captured in full.',
  payment_failed: 'The payment has failed; no money moves.',
  payment_processing: 'The processor has the payment and reports its outcome later.',
  payment_authorized: 'The amount is authorized and can be captured.',
  payment_partially_authorized: 'A part of the amount is authorized and can be captured.',
  payment_captured: 'A part of the amount is captured.',
  payment_cancelled: 'The authorization is voided, or the payment was cancelled before it.',
  payment_cancelled_post_capture: 'The captured charge is voided before its settlement.',
  payment_expired: 'The customer did not finish in time, or the authorization has ended.',
  action_required: 'The customer or the merchant must act; `content.object.status` says who.',
  refund_succeeded: 'The processor has executed the refund.',
  refund_failed: 'The refund has failed; the customer gets no money.',
  mandate_active: 'The customer’s permission for later charges is active.',
  mandate_revoked: 'The permission for later charges has ended.',
  payout_success: 'The recipient has the money of the payout.',
  payout_failed: 'The payout has failed; no money moves.',
  payout_initiated: 'The money of the payout is on its way.',
  payout_cancelled: 'The payout was cancelled before it was paid.',
  payout_expired: 'The payout was not completed in time.',
  payout_reversed: 'The money of the payout came back after it had succeeded.',
  webhook_test: 'A test that the merchant asked for. No payment is behind it.',
} as const;

export type WebhookEventType = keyof typeof webhookEvents;

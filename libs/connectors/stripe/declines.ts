import type { DeclineReason } from '@payorch/contracts';
import { entryOf } from '@payorch/connector-kit';

/** What Stripe's codes mean (docs.stripe.com/declines/codes), in the interface's words. Codes that say nothing to a customer are no entry. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'credit_limit_exceeded',
  card_velocity_exceeded: 'credit_limit_exceeded',
  expired_card: 'invalid_expiry_date',
  invalid_expiry_month: 'invalid_expiry_date',
  invalid_expiry_year: 'invalid_expiry_date',
  incorrect_cvc: 'invalid_cvv',
  invalid_cvc: 'invalid_cvv',
  incorrect_number: 'invalid_card_number',
  invalid_number: 'invalid_card_number',
  call_issuer: 'do_not_honor',
  card_declined: 'do_not_honor',
  do_not_honor: 'do_not_honor',
  do_not_try_again: 'do_not_honor',
  generic_decline: 'do_not_honor',
  no_action_taken: 'do_not_honor',
  revocation_of_all_authorizations: 'do_not_honor',
  revocation_of_authorization: 'do_not_honor',
  stop_payment_order: 'do_not_honor',
  lost_card: 'card_lost_or_stolen',
  pickup_card: 'card_lost_or_stolen',
  stolen_card: 'card_lost_or_stolen',
  elevated_risk_level: 'suspected_fraud',
  fraudulent: 'suspected_fraud',
  highest_risk_level: 'suspected_fraud',
  merchant_blacklist: 'suspected_fraud',
  security_violation: 'suspected_fraud',
  issuer_not_available: 'issuer_unavailable',
  approve_with_id: 'downstream_technical_issue',
  processing_error: 'downstream_technical_issue',
  reenter_transaction: 'downstream_technical_issue',
  try_again_later: 'downstream_technical_issue',
  authentication_not_handled: 'authentication_failed',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  card_not_supported: 'card_not_supported_restricted',
  currency_not_supported: 'card_not_supported_restricted',
  invalid_account: 'account_closed_or_invalid',
  new_account_information_available: 'account_closed_or_invalid',
  not_permitted: 'card_not_supported_restricted',
  restricted_card: 'card_not_supported_restricted',
  service_not_allowed: 'card_not_supported_restricted',
  transaction_not_allowed: 'card_not_supported_restricted',
};

/** The reason by the issuer's code, else by Stripe's own, which is often the same for all declines. */
export const declineReasonOf = (declineCode: string | undefined, code: string | undefined): DeclineReason | undefined =>
  entryOf(reasons, declineCode ?? '') ?? entryOf(reasons, code ?? '');

import type { Outcome, ProcessorError } from '@payorch/contracts';
import type { Retry } from '@payorch/connector-kit';
import { checksOf } from './responses/checks';
import { declineReasonOf } from './declines';
import type { WireError } from './responses/wire';

/**
 * Codes that apply at every processor: the card, its owner, the issuer's suspicion (docs.stripe.com/declines/codes), and
 * invalid requests. Another account would not help, and a retry there costs the merchant fees.
 */
const hopeless: ReadonlySet<string> = new Set([
  'authentication_required',
  'card_velocity_exceeded',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'elevated_risk_level',
  'incorrect_address',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_pin',
  'incorrect_zip',
  'insufficient_funds',
  'invalid_account',
  'invalid_amount',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'invalid_pin',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'payment_intent_authentication_failure',
  'pickup_card',
  'pin_try_exceeded',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'setup_intent_authentication_failure',
  'stolen_card',
  'stop_payment_order',
]);

/** Codes that apply to this account only: it lacks the method, the currency or the permission. */
const curable: ReadonlySet<string> = new Set([
  'account_invalid',
  'balance_insufficient',
  'country_unsupported',
  'currency_not_supported',
  'insufficient_capabilities_for_transfer',
  'payment_method_currency_mismatch',
  'payment_method_not_available',
  'payment_method_provider_decline',
  'payment_method_unactivated',
  'platform_api_key_expired',
  'testmode_charges_only',
  'transfers_not_allowed',
]);

function retryOf({ type, code, decline_code, advice_code }: WireError): Retry {
  if (advice_code === 'do_not_try_again' || advice_code === 'confirm_card_data') return 'never';
  const codes = [code, decline_code].filter((one) => typeof one === 'string');
  if (codes.some((one) => hopeless.has(one))) return 'never';
  return type === 'card_error' || codes.some((one) => curable.has(one)) ? 'another_account' : 'never';
}

/** The error with Stripe's code and message. The decline code is the issuer's reason; the network codes are the network's. */
export function errorOf(error: WireError): ProcessorError {
  const { type, code, message, decline_code, network_decline_code, network_advice_code } = error;
  const reason = declineReasonOf(decline_code ?? undefined, code ?? undefined);
  return {
    code: code ?? decline_code ?? type,
    message: message ?? 'The processor gave no reason',
    reason: decline_code ? `message - ${message ?? ''}, decline_code - ${decline_code}` : null,
    issuerCode: network_decline_code ?? null,
    issuerMessage: decline_code ?? null,
    networkAdviceCode: network_advice_code ?? null,
    ...(reason !== undefined && { standardisedCode: reason }),
  };
}

/** A definite refusal. */
export const refusedBy = (error: WireError) => ({ error: errorOf(error), retry: retryOf(error) });

/** The outcome of a declined payment, set-up or refund. After a customer's reject Stripe may give no error. */
export const declinedBy = (error: WireError | null | undefined, reference: string | null): Outcome => ({
  kind: 'declined',
  reference,
  ...checksOf(error?.payment_method?.card?.checks),
  ...refusedBy(error ?? { type: 'card_error', code: 'payment_intent_payment_attempt_failed' }),
});

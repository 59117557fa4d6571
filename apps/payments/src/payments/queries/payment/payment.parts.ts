import type { Caller, Json, JsonObject, ProfileSettings } from '@payorch/contracts';
import { returnAddress, startPageAddress } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Attempt } from '../../domain/attempts/attempt';
import type { Method } from '../../../payment-methods/domain/method';
import { accountOf, errorOf, isIn, shownReferenceOf } from '../../domain/attempts/attempt';
import type { Capture } from '../../domain/captures/capture';
import type { Increment } from '../../domain/increments/increment';
import type { Payment } from '../../domain/payment';
import { activeAttempt, netAmount } from '../../domain/payment';
import { mayRetry } from '../../domain/client/manual-retry';
import { attemptStatusOf } from '../../domain/payment.status';
import { threeDsInvoke } from './authentication.parts';
import { errorDetails, unifiedOf } from './error.parts';
import { mandateIdOf } from './saved-method.parts';
import type { ViewContext } from './view-context';

export const amount = (value: MinorUnits | null): number | null => (value === null ? null : minorUnitsToJson(value));
export const time = (value: Date): string => value.toISOString();
/** A time that may be text or null. */
export const timeOrNull = (value: Date | string | null): string | null =>
  value === null ? null : time(new Date(value));

/** What client SDKs send as their Authorization header, if they use that way (states, 11). */
export function sdkAuthorization(
  { merchantId, profileId, clientSecret, customerId, paymentId }: Payment,
  { publishableKey = '', clientSessionId }: Pick<ViewContext, 'publishableKey' | 'clientSessionId'>,
): string {
  const parts = [
    `profile_id=${profileId}`,
    `publishable_key=${publishableKey}`,
    `client_secret=${clientSecret}`,
    ...(customerId === null ? [] : [`customer_id=${customerId}`]),
    `client_session_id=${clientSessionId({ merchantId, profileId, clientSecret })}`,
    `payment_id=${paymentId}`,
  ];
  return Buffer.from(parts.join(',')).toString('base64');
}

/** The keys of the interface; null for a check that the processor did not make. */
const noChecks = { cvc_check: null, address_line1_check: null, address_postal_code_check: null };

export function methodView(method: Method | null, checks: Attempt['checks'] = null): Json {
  if (!method || (method.card === null && method.paymentMethodData === null)) return null;
  const { card } = method;
  return {
    ...(card && {
      card: {
        last4: card.last4,
        card_type: card.facts?.type ?? null,
        card_network: card.network,
        card_issuer: card.facts?.issuer ?? null,
        card_issuing_country: card.facts?.issuingCountry ?? null,
        card_isin: card.bin,
        card_extended_bin: null,
        card_exp_month: card.expiryMonth || null,
        card_exp_year: card.expiryYear || null,
        card_holder_name: card.holderName,
        payment_checks: checks && { ...noChecks, ...checks },
        authentication_data: null,
        auth_code: null,
      },
    }),
    billing: null,
    ...method.paymentMethodData,
  };
}

/** Whether the merchant opens the bank's page in a popup. */
export const opensInPopup = ({ terms }: Payment, profile: ProfileSettings | undefined): boolean =>
  (terms.opensInPopup ?? profile?.iframeRedirection) === true;

export function nextAction(
  payment: Payment,
  attempt: Attempt,
  { publicUrl, redirectToken, pollConfig, profile }: ViewContext,
): Json {
  const { paymentId, merchantId } = payment;
  // A claimed status is no step of the customer's.
  if (attempt.claim?.status !== undefined) return null;
  if (isIn(attempt, 'authenticating')) return threeDsInvoke(payment, attempt, { publicUrl, redirectToken, pollConfig });
  if (!isIn(attempt, 'authentication_pending')) return null;
  const { nextAction: shown } = attempt.facts.challenge;
  if (shown) return shown;
  const ids = { merchantId, paymentId, attemptId: attempt.id };
  const token = redirectToken(ids);
  const startPage = startPageAddress(publicUrl, ids, token);
  if (!opensInPopup(payment, profile)) {
    return { type: 'redirect_to_url', redirect_to_url: startPage };
  }
  const { connector } = attempt.facts.account;
  const back = returnAddress(publicUrl, ids, connector, token);
  return { type: 'redirect_inside_popup', popup_url: startPage, redirect_response_url: back };
}

/** Null where neither the profile nor the payment's link, for a client, lets a failed payment be confirmed again. */
export const manualRetryAllowed = (
  payment: Payment,
  profile: ProfileSettings | undefined,
  caller: Caller['kind'],
): boolean | null => (mayRetry(payment, profile, caller) ? activeAttempt(payment).state === 'failure' : null);

export function attemptView(
  payment: Payment,
  attempt: Attempt,
  rules: Pick<ViewContext, 'gsmRule'> & { readonly caller: Caller['kind'] },
): JsonObject {
  const error = errorOf(attempt);
  const unified = unifiedOf(attempt, rules);
  return {
    attempt_id: attempt.id,
    status: attemptStatusOf(payment, attempt),
    amount: amount(netAmount(payment).amount),
    order_tax_amount: amount(payment.extras.orderTaxAmount),
    currency: payment.money.currency,
    connector: accountOf(attempt)?.connector ?? null,
    error_message: error?.reason ?? null,
    payment_method: attempt.method?.paymentMethod ?? null,
    connector_transaction_id: shownReferenceOf(attempt),
    capture_method: payment.captureMethod,
    authentication_type:
      attempt.authenticationType === undefined ? payment.authenticationType : attempt.authenticationType,
    created_at: time(attempt.createdAt),
    modified_at: time(attempt.modifiedAt),
    cancellation_reason: payment.cancellationReason,
    mandate_id: mandateIdOf(payment),
    error_code: error?.code ?? null,
    payment_token: null,
    connector_metadata: null,
    payment_experience: null,
    payment_method_type: attempt.method?.paymentMethodType ?? null,
    reference_id: null,
    unified_code: unified?.code ?? null,
    unified_message: unified?.message ?? null,
    client_source: attempt.client?.source ?? null,
    client_version: attempt.client?.version ?? null,
    error_details: errorDetails(payment, attempt, rules, rules.caller),
  };
}

export const incrementView = ({ id, status, amount: sum, previous, error }: Increment): JsonObject => ({
  authorization_id: id,
  amount: amount(sum),
  status,
  error_code: error?.code ?? null,
  error_message: error?.message ?? null,
  previously_authorized_amount: amount(previous),
});

export const captureView = (payment: Payment, capture: Capture): JsonObject => ({
  capture_id: capture.id,
  status: capture.status,
  amount: amount(capture.money.amount),
  currency: capture.money.currency,
  connector: accountOf(activeAttempt(payment))?.connector ?? null,
  authorized_attempt_id: capture.attemptId,
  connector_capture_id: capture.connectorCaptureId,
  capture_sequence: capture.sequence,
  error_message: capture.error?.message ?? null,
  error_code: capture.error?.code ?? null,
  error_reason: capture.error?.reason ?? null,
  reference_id: null,
});

/** The surcharge of the payment: the request's own, else that of the merchant's rules. */
export const surchargeView = ({ ruled, extras, details }: Payment): Json =>
  ruled?.surcharge
    ? { surcharge_amount: amount(extras.surchargeAmount), tax_amount: amount(extras.surchargeTaxAmount) }
    : (details['surcharge_details'] ?? null);

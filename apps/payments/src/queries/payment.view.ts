import type { Json, JsonObject, ProcessorError, ProfileSettings } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { Attempt, Method } from '../domain/attempt';
import { accountOf, errorOf, isIn, referenceOf } from '../domain/attempt';
import type { Capture, Payment } from '../domain/payment';
import { activeAttempt, netAmount } from '../domain/payment';
import { attemptStatusOf, statusOf } from '../domain/payment.status';

/** What a view shows besides the payment itself. */
export interface ViewContext {
  /** The gateway's own address. */
  readonly publicUrl: string;
  readonly profile: ProfileSettings | undefined;
  readonly publishableKey: string | undefined;
}

export interface ViewOptions {
  /** A client (publishable key) sees nothing that is between the merchant and its processors. */
  readonly caller: 'merchant' | 'client';
  readonly expandAttempts: boolean;
  readonly expandCaptures: boolean;
}

const amount = (value: MinorUnits | null): number | null => (value === null ? null : minorUnitsToJson(value));
const time = (value: Date): string => value.toISOString();

/** The payment as the interface shows it: every key always there and in the wire's order, null where nothing is known. */
export function paymentView(payment: Payment, options: ViewOptions, context: ViewContext): JsonObject {
  const view = { ...identity(payment, context), ...processing(payment, options, context), ...rest(payment, context) };
  return options.caller === 'client' ? { ...view, ...hiddenFromClients } : view;
}

/** Between the merchant and its processors: no business of the customer's browser. */
const hiddenFromClients: JsonObject = {
  merchant_connector_id: null,
  connector_metadata: null,
  connector_response_metadata: null,
  frm_metadata: null,
  frm_message: null,
  merchant_decision: null,
  metadata: null,
  whole_connector_response: null,
  connector_mandate_id: null,
};

function identity(payment: Payment, { publishableKey }: ViewContext): JsonObject {
  const { paymentId, merchantId, details, customerId, customer, extras } = payment;
  return {
    payment_id: paymentId,
    merchant_id: merchantId,
    status: statusOf(payment),
    amount: amount(payment.money.amount),
    net_amount: amount(netAmount(payment).amount),
    shipping_cost: amount(extras.shippingCost),
    amount_capturable: amount(payment.amountCapturable),
    amount_received: amount(payment.amountReceived),
    processor_merchant_id: merchantId,
    initiator: null,
    sdk_authorization: sdkAuthorization(payment, publishableKey),
    connector: accountOf(activeAttempt(payment))?.connector ?? null,
    state_metadata: null,
    client_secret: payment.clientSecret,
    created: time(payment.createdAt),
    modified_at: time(payment.modifiedAt),
    connector_customer_id: null,
    currency: payment.money.currency,
    customer_id: customerId,
    customer: customer && {
      id: customerId,
      name: customer.name ?? null,
      email: customer.email ?? null,
      phone: customer.phone ?? null,
      phone_country_code: customer.phoneCountryCode ?? null,
      customer_document_details: null,
    },
    description: details['description'] ?? null,
    refunds: null,
    disputes: null,
  };
}

function processing(payment: Payment, options: ViewOptions, context: ViewContext): JsonObject {
  const { details, customer } = payment;
  const attempt = activeAttempt(payment);
  const method = attempt.method;
  return {
    ...(options.expandAttempts && { attempts: payment.attempts.map((each) => attemptView(payment, each)) }),
    ...(options.expandCaptures && payment.captures.length > 0 && { captures: payment.captures.map((each) => captureView(payment, each)) }),
    mandate_id: details['mandate_id'] ?? null,
    mandate_data: details['mandate_data'] ?? null,
    setup_future_usage: payment.setupFutureUsage,
    off_session: details['off_session'] ?? null,
    capture_on: null,
    capture_method: payment.captureMethod,
    payment_method: method?.paymentMethod ?? null,
    payment_method_data: methodView(method),
    payment_token: payment.paymentToken,
    shipping: details['shipping'] ?? null,
    billing: details['billing'] ?? null,
    order_details: details['order_details'] ?? null,
    email: customer?.email ?? null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    return_url: payment.returnUrl,
    authentication_type: payment.authenticationType,
    statement_descriptor_name: details['statement_descriptor_name'] ?? null,
    statement_descriptor_suffix: details['statement_descriptor_suffix'] ?? null,
    next_action: nextAction(payment, attempt, context),
    cancellation_reason: payment.cancellationReason,
    ...errors(attempt),
    payment_experience: details['payment_experience'] ?? null,
    payment_method_type: method?.paymentMethodType ?? null,
    connector_label: details['connector_label'] ?? null,
    business_country: details['business_country'] ?? null,
    business_label: details['business_label'] ?? null,
    business_sub_label: details['business_sub_label'] ?? null,
    allowed_payment_method_types: details['allowed_payment_method_types'] ?? null,
    manual_retry_allowed: manualRetryAllowed(payment, context.profile),
    connector_transaction_id: referenceOf(attempt),
    frm_message: null,
    metadata: details['metadata'] ?? null,
    connector_metadata: details['connector_metadata'] ?? null,
    connector_response_metadata: null,
    feature_metadata: details['feature_metadata'] ?? null,
    reference_id: null,
    payment_link: null,
  };
}

function rest(payment: Payment, { profile }: ViewContext): JsonObject {
  const { details } = payment;
  const attempt = activeAttempt(payment);
  const wasSent = accountOf(attempt) !== null;
  return {
    profile_id: payment.profileId,
    surcharge_details: details['surcharge_details'] ?? null,
    attempt_count: payment.attempts.length,
    merchant_decision: null,
    merchant_connector_id: accountOf(attempt)?.merchantConnectorId ?? null,
    incremental_authorization_allowed: wasSent ? false : null,
    authorization_count: null,
    incremental_authorizations: null,
    external_authentication_details: null,
    external_3ds_authentication_attempted: null,
    expires_on: time(payment.expiresAt),
    fingerprint: null,
    browser_info: payment.browserInfo,
    payment_channel: details['payment_channel'] ?? null,
    payment_method_id: null,
    network_transaction_id: null,
    network_transaction_link_id: null,
    payment_method_status: null,
    updated: time(payment.modifiedAt),
    split_payments: details['split_payments'] ?? null,
    frm_metadata: details['frm_metadata'] ?? null,
    extended_authorization_applied: null,
    extended_authorization_last_applied_at: null,
    request_extended_authorization: details['request_extended_authorization'] ?? null,
    capture_before: null,
    merchant_order_reference_id: details['merchant_order_reference_id'] ?? null,
    order_tax_amount: amount(payment.extras.orderTaxAmount),
    connector_mandate_id: null,
    card_discovery: attempt.method?.card && attempt.state !== 'confirmation_awaited' ? 'manual' : null,
    force_3ds_challenge: details['force_3ds_challenge'] ?? null,
    force_3ds_challenge_trigger: details['force_3ds_challenge'] ?? profile?.force3dsChallenge ?? false,
    issuer_error_code: errorOf(attempt)?.issuerCode ?? null,
    issuer_error_message: errorOf(attempt)?.issuerMessage ?? null,
    is_iframe_redirection_enabled: details['is_iframe_redirection_enabled'] ?? null,
    whole_connector_response: null,
    enable_partial_authorization: details['enable_partial_authorization'] ?? null,
    enable_overcapture: details['enable_overcapture'] ?? null,
    is_overcapture_enabled: null,
    network_details: networkDetails(errorOf(attempt)),
    is_stored_credential: details['is_stored_credential'] ?? null,
    mit_category: details['mit_category'] ?? null,
    billing_descriptor: details['billing_descriptor'] ?? null,
    tokenization: details['tokenization'] ?? null,
    partner_merchant_identifier_details: details['partner_merchant_identifier_details'] ?? null,
    payment_method_tokenization_details: null,
    installment_options: details['installment_options'] ?? null,
    installment_data: details['installment_data'] ?? null,
    sender_payment_instrument_id: null,
    ephemeral_key: null,
  };
}

/** What client SDKs send as their Authorization header, if they use that way (states, 11). */
function sdkAuthorization({ profileId, clientSecret, customerId, paymentId }: Payment, publishableKey = ''): string {
  const parts = [
    `profile_id=${profileId}`,
    `publishable_key=${publishableKey}`,
    `client_secret=${clientSecret}`,
    ...(customerId === null ? [] : [`customer_id=${customerId}`]),
    `payment_id=${paymentId}`,
  ];
  return Buffer.from(parts.join(',')).toString('base64');
}

function methodView(method: Method | null): Json {
  if (!method || (method.card === null && method.paymentMethodData === null)) return null;
  const { card } = method;
  return {
    ...(card && {
      card: {
        last4: card.last4,
        card_type: null,
        card_network: null,
        card_issuer: null,
        card_issuing_country: null,
        card_isin: card.bin,
        card_extended_bin: null,
        card_exp_month: card.expiryMonth,
        card_exp_year: card.expiryYear,
        card_holder_name: card.holderName,
        payment_checks: null,
        authentication_data: null,
        auth_code: null,
      },
    }),
    billing: null,
    ...method.paymentMethodData,
  };
}

function nextAction({ paymentId, merchantId, details }: Payment, attempt: Attempt, { publicUrl, profile }: ViewContext): Json {
  if (!isIn(attempt, 'authentication_pending')) return null;
  const startPage = `${publicUrl}/payments/redirect/${paymentId}/${merchantId}/${attempt.id}`;
  if (!(details['is_iframe_redirection_enabled'] ?? profile?.iframeRedirection)) {
    return { type: 'redirect_to_url', redirect_to_url: startPage };
  }
  const { connector } = attempt.facts.account;
  const back = `${publicUrl}/payments/${paymentId}/${merchantId}/redirect/response/${connector}`;
  return { type: 'redirect_inside_popup', popup_url: startPage, redirect_response_url: back };
}

const unified = { code: 'UE_9000', message: 'Something went wrong' };

function errors(attempt: Attempt): JsonObject {
  const error = errorOf(attempt);
  return {
    error_code: error?.code ?? null,
    error_message: error ? (error.reason ?? error.message) : null,
    unified_code: error ? unified.code : null,
    unified_message: error ? unified.message : null,
    error_details: error && errorDetails(error),
  };
}

const errorDetails = (error: ProcessorError): JsonObject => ({
  unified_details: {
    category: unified.code,
    message: unified.message,
    standardised_code: null,
    description: null,
    user_guidance_message: null,
    recommended_action: null,
  },
  issuer_details: {
    code: error.issuerCode ?? null,
    message: error.issuerMessage ?? null,
    network_details: networkDetails(error),
  },
  connector_details: { code: error.code, message: error.message, reason: error.reason },
});

const networkDetails = (error: ProcessorError | null): Json =>
  error && { network_advice_code: error.networkAdviceCode ?? null };

const manualRetryAllowed = (payment: Payment, profile: ProfileSettings | undefined): boolean | null => {
  if (!profile?.manualRetry) return null;
  return activeAttempt(payment).state === 'failure';
};

function attemptView(payment: Payment, attempt: Attempt): JsonObject {
  const error = errorOf(attempt);
  return {
    attempt_id: attempt.id,
    status: attemptStatusOf(attempt.state),
    amount: amount(netAmount(payment).amount),
    order_tax_amount: amount(payment.extras.orderTaxAmount),
    currency: payment.money.currency,
    connector: accountOf(attempt)?.connector ?? null,
    error_message: error?.reason ?? null,
    payment_method: attempt.method?.paymentMethod ?? null,
    connector_transaction_id: referenceOf(attempt),
    capture_method: payment.captureMethod,
    authentication_type: payment.authenticationType,
    created_at: time(attempt.createdAt),
    modified_at: time(attempt.modifiedAt),
    cancellation_reason: payment.cancellationReason,
    mandate_id: null,
    error_code: error?.code ?? null,
    payment_token: null,
    connector_metadata: null,
    payment_experience: null,
    payment_method_type: attempt.method?.paymentMethodType ?? null,
    reference_id: null,
    unified_code: error ? unified.code : null,
    unified_message: error ? unified.message : null,
    client_source: null,
    client_version: null,
    error_details: error && errorDetails(error),
  };
}

const captureView = (payment: Payment, capture: Capture): JsonObject => ({
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

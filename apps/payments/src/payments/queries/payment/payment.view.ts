import type { Json } from '@payorch/contracts';
import type { Attempt } from '../../domain/attempts/attempt';
import { accountOf, errorOf, shownAccountId, shownReferenceOf } from '../../domain/attempts/attempt';
import { captureBefore, extendedAt, wasExtended } from '../../domain/extensions/extensions';
import { mayIncrement } from '../../domain/increments/increments';
import type { Payment } from '../../domain/payment';
import { activeAttempt, netAmount } from '../../domain/payment';
import { isSeenByStranger } from '../../domain/client/payment-link';
import { shownCapturable, statusOf } from '../../domain/payment.status';
import { authenticationDetailsView } from './authentication.parts';
import { errorDetails, networkDetails, unifiedOf } from './error.parts';
import { installmentDataView } from './installments.parts';
import { linkOfPayment } from '../links/payment-link.view';
import { disputesView, refundsView, stateMetadata } from './refund.parts';
import {
  cardDiscovery,
  chargesSaved,
  mandateIdOf,
  savedAs,
  savedReferencesOf,
  tokenizationView,
} from './saved-method.parts';
import { challengeFor } from '../../domain/authentications/authentications';
import { splitView } from './split.parts';
import {
  amount,
  attemptView,
  captureView,
  incrementView,
  manualRetryAllowed,
  methodView,
  nextAction,
  sdkAuthorization,
  surchargeView,
  time,
  timeOrNull,
} from './payment.parts';
import type { ViewContext } from './view-context';

export interface ViewOptions {
  /** A client (publishable key) does not see the keys of `hiddenFromClients`. */
  readonly caller: 'merchant' | 'client';
  readonly expandAttempts: boolean;
  readonly expandCaptures: boolean;
}

interface Shown {
  readonly payment: Payment;
  /** The last attempt: the one that the payment shows. */
  readonly attempt: Attempt;
  readonly options: ViewOptions;
  readonly context: ViewContext;
}

/** The value of a key; undefined where the key is left out. */
type Field = (shown: Shown) => Json | undefined;

/** Shows the request's own value, stored unchanged. */
const fromRequest = Symbol('fromRequest');
/** Always null: this release does not fill it. */
const unset = Symbol('unset');

/** The payment object of the interface, key by key, in the wire's order. */
const fields: Readonly<Record<string, Field | typeof fromRequest | typeof unset>> = {
  payment_id: ({ payment }) => payment.paymentId,
  merchant_id: ({ payment }) => payment.merchantId,
  status: ({ payment }) => statusOf(payment),
  amount: ({ payment }) => amount(payment.money.amount),
  net_amount: ({ payment }) => amount(netAmount(payment).amount),
  shipping_cost: ({ payment }) => amount(payment.extras.shippingCost),
  amount_capturable: ({ payment }) => amount(shownCapturable(payment)),
  amount_received: ({ payment }) => amount(payment.amountReceived),
  processor_merchant_id: ({ payment }) => payment.merchantId,
  initiator: unset,
  sdk_authorization: ({ payment, context }) => sdkAuthorization(payment, context),
  connector: ({ attempt }) => accountOf(attempt)?.connector ?? null,
  state_metadata: ({ payment }) => stateMetadata(payment),
  client_secret: ({ payment }) => payment.clientSecret,
  created: ({ payment }) => time(payment.createdAt),
  modified_at: ({ payment }) => time(payment.modifiedAt),
  connector_customer_id: ({ payment, attempt }) => savedReferencesOf(payment, attempt).customerReference,
  currency: ({ payment }) => payment.money.currency,
  customer_id: ({ payment }) => payment.customerId,
  customer: ({ payment: { customerId, customer } }) =>
    customer && {
      id: customerId,
      name: customer.name ?? null,
      email: customer.email ?? null,
      phone: customer.phone ?? null,
      phone_country_code: customer.phoneCountryCode ?? null,
      customer_document_details: customer.documentDetails ?? null,
    },
  description: fromRequest,
  refunds: ({ payment }) => refundsView(payment),
  disputes: ({ payment }) => disputesView(payment),
  attempts: ({ payment, options, context }) =>
    options.expandAttempts
      ? payment.attempts.map((each) => attemptView(payment, each, { ...context, caller: options.caller }))
      : undefined,
  captures: ({ payment, options }) =>
    options.expandCaptures && payment.captures.length > 0
      ? payment.captures.map((each) => captureView(payment, each))
      : undefined,
  mandate_id: ({ payment }) => mandateIdOf(payment),
  mandate_data: fromRequest,
  setup_future_usage: ({ payment }) => payment.setupFutureUsage,
  off_session: fromRequest,
  capture_on: unset,
  capture_method: ({ payment }) => payment.captureMethod,
  payment_method: ({ attempt }) => attempt.method?.paymentMethod ?? null,
  payment_method_data: ({ attempt }) => methodView(attempt.method, attempt.checks),
  payment_token: ({ payment }) => payment.paymentToken,
  shipping: fromRequest,
  billing: fromRequest,
  order_details: fromRequest,
  email: ({ payment }) => payment.customer?.email ?? null,
  name: ({ payment }) => payment.customer?.name ?? null,
  phone: ({ payment }) => payment.customer?.phone ?? null,
  return_url: ({ payment }) => payment.returnUrl,
  authentication_type: ({ payment }) => payment.authenticationType,
  statement_descriptor_name: fromRequest,
  statement_descriptor_suffix: fromRequest,
  next_action: ({ payment, attempt, context }) => nextAction(payment, attempt, context),
  cancellation_reason: ({ payment }) => payment.cancellationReason,
  error_code: ({ attempt }) => errorOf(attempt)?.code ?? null,
  // The processor's reason where it gives one.
  error_message: ({ attempt }) => errorOf(attempt)?.reason ?? errorOf(attempt)?.message ?? null,
  unified_code: ({ attempt, context }) => unifiedOf(attempt, context)?.code ?? null,
  unified_message: ({ attempt, context }) => unifiedOf(attempt, context)?.message ?? null,
  error_details: ({ payment, attempt, context, options }) => errorDetails(payment, attempt, context, options.caller),
  payment_experience: fromRequest,
  payment_method_type: ({ attempt }) => attempt.method?.paymentMethodType ?? null,
  connector_label: fromRequest,
  business_country: fromRequest,
  business_label: fromRequest,
  business_sub_label: fromRequest,
  allowed_payment_method_types: fromRequest,
  manual_retry_allowed: ({ payment, context, options }) => manualRetryAllowed(payment, context.profile, options.caller),
  connector_transaction_id: ({ attempt }) => shownReferenceOf(attempt),
  frm_message: unset,
  metadata: fromRequest,
  connector_metadata: fromRequest,
  connector_response_metadata: unset,
  feature_metadata: fromRequest,
  reference_id: unset,
  payment_link: ({ payment, context }) => linkOfPayment(payment, context),
  profile_id: ({ payment }) => payment.profileId,
  surcharge_details: ({ payment }) => surchargeView(payment),
  attempt_count: ({ payment }) => payment.attempts.length,
  merchant_decision: ({ payment }) => payment.merchantDecision,
  merchant_connector_id: ({ attempt }) => shownAccountId(attempt),
  incremental_authorization_allowed: ({ payment, attempt }) =>
    accountOf(attempt) ? mayIncrement(payment, attempt) : null,
  authorization_count: ({ payment: { increments } }) => (increments.length > 0 ? increments.length : null),
  incremental_authorizations: ({ payment: { increments } }) =>
    increments.length > 0 ? increments.map(incrementView) : null,
  external_authentication_details: ({ attempt }) => authenticationDetailsView(attempt),
  external_3ds_authentication_attempted: ({ attempt }) => (attempt.authentication ? true : null),
  expires_on: ({ payment }) => time(payment.expiresAt),
  fingerprint: ({ attempt, context }) =>
    context.isGuardedByBlocklist ? (attempt.method?.card?.fingerprint ?? null) : null,
  browser_info: ({ payment }) => payment.browserInfo,
  payment_channel: fromRequest,
  payment_method_id: ({ payment }) => savedAs(payment)?.id ?? null,
  network_transaction_id: ({ attempt }) => attempt.stored?.networkTransactionId ?? null,
  network_transaction_link_id: ({ payment }) => payment.recurring?.transactionLinkId ?? null,
  payment_method_status: ({ payment }) => savedAs(payment)?.status ?? null,
  updated: ({ payment }) => time(payment.modifiedAt),
  split_payments: ({ payment, attempt }) => splitView(payment, attempt),
  frm_metadata: fromRequest,
  extended_authorization_applied: ({ payment }) => wasExtended(payment),
  extended_authorization_last_applied_at: ({ payment }) => timeOrNull(extendedAt(payment)),
  request_extended_authorization: fromRequest,
  capture_before: ({ payment }) => timeOrNull(captureBefore(payment)),
  merchant_order_reference_id: fromRequest,
  order_tax_amount: ({ payment }) => amount(payment.extras.orderTaxAmount),
  connector_mandate_id: ({ payment, attempt }) => savedReferencesOf(payment, attempt).mandateReference,
  card_discovery: ({ payment, attempt }) => cardDiscovery(payment, attempt),
  force_3ds_challenge: fromRequest,
  force_3ds_challenge_trigger: ({ payment, context }) => challengeFor(payment, context.profile).requestsChallenge,
  issuer_error_code: ({ attempt }) => errorOf(attempt)?.issuerCode ?? null,
  issuer_error_message: ({ attempt }) => errorOf(attempt)?.issuerMessage ?? null,
  is_iframe_redirection_enabled: fromRequest,
  whole_connector_response: ({ payment, attempt }) => (payment.allKeysRequired ? attempt.rawResponse : null),
  enable_partial_authorization: fromRequest,
  enable_overcapture: fromRequest,
  is_overcapture_enabled: ({ attempt }) => attempt.overcapture?.isEnabled ?? null,
  network_details: ({ attempt }) => networkDetails(errorOf(attempt)),
  is_stored_credential: ({ payment }) =>
    chargesSaved(payment) ? true : (payment.details['is_stored_credential'] ?? null),
  mit_category: fromRequest,
  billing_descriptor: fromRequest,
  tokenization: fromRequest,
  partner_merchant_identifier_details: fromRequest,
  payment_method_tokenization_details: ({ payment, attempt }) => tokenizationView(payment, attempt),
  installment_options: fromRequest,
  installment_data: ({ payment }) => installmentDataView(payment),
  sender_payment_instrument_id: unset,
  ephemeral_key: unset,
};

/** Keys that a customer's browser must not see. */
const hiddenFromClients: ReadonlySet<string> = new Set([
  'connector_metadata',
  'connector_customer_id',
  'fingerprint',
  'frm_metadata',
  'metadata',
  // What the platform earns of a payment is no customer's business.
  'split_payments',
  'whole_connector_response',
  // The secure link.
  'payment_link',
]);

/** Keys that a client does not see of a payment with a link: a person with the link need not be the customer. */
const hiddenFromStrangers: ReadonlySet<string> = new Set([
  ...['customer', 'customer_id', 'email', 'name', 'phone', 'billing', 'shipping', 'browser_info'],
  ...['payment_method_data', 'payment_token', 'mandate_data'],
]);

/** The table compiled: the text of each key is written once, since every answer writes all keys. */
const compiled = Object.entries(fields).map(([name, field]) => ({
  text: `${JSON.stringify(name)}:`,
  isHidden: hiddenFromClients.has(name),
  isPersonal: hiddenFromStrangers.has(name),
  value: field === unset ? null : field === fromRequest ? ({ payment }: Shown) => payment.details[name] ?? null : field,
}));

/**
 * The payment as the interface shows it, as JSON text: every key is there, null where no value is known. Written
 * directly, since an object of 110 keys costs several times as much to build and print.
 */
export function paymentView(payment: Payment, options: ViewOptions, context: ViewContext): string {
  const shown: Shown = { payment, attempt: activeAttempt(payment), options, context };
  const isClient = options.caller === 'client';
  const isStranger = isSeenByStranger(payment, options.caller);
  let text = '';
  for (const { text: name, isHidden, isPersonal, value } of compiled) {
    const isLeftOut = (isHidden && isClient) || (isPersonal && isStranger);
    const shownValue = value === null || isLeftOut ? null : value(shown);
    if (shownValue === undefined) continue;
    text += `${text === '' ? '{' : ','}${name}${shownValue === null ? 'null' : JSON.stringify(shownValue)}`;
  }
  return `${text}}`;
}

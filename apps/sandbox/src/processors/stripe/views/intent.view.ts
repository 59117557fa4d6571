import type { Intent, PaymentMethod, SetupIntent } from '../objects/records';
import type { LineItem } from '../params/order-params';
import type { Expansion } from './expansion';
import { errorView } from './error.view';
import { generatedView, methodDetailsView } from './method.view';
import { nextActionView } from './next-action.view';
import type { ViewContext, View } from './view-context';
import { referencesIn } from './view-context';

type AnyIntent = Intent | SetupIntent;

const textOr = (input: unknown, other: string | null) => (typeof input === 'string' ? input : other);

function optionsView({ methodTypes, methodOptions, object }: AnyIntent) {
  if (!methodTypes.includes('card')) return {};
  const card = methodOptions['card'];
  const request = { request_three_d_secure: textOr(card?.['request_three_d_secure'], 'automatic') };
  return object === 'payment_intent'
    ? { card: { installments: null, mandate_options: null, network: textOr(card?.['network'], null), ...request } }
    : { card: { mandate_options: null, network: textOr(card?.['network'], null), ...request } };
}

/** The references that both kinds of intent show. */
function partiesView(intent: AnyIntent, viewContext: ViewContext, expansion: Expansion) {
  const reference = referencesIn(viewContext, expansion);
  return {
    customer: reference('customer', 'customer', intent.customer),
    payment_method: reference('payment_method', 'payment_method', intent.paymentMethod),
  };
}

const noDetails = { customer_reference: null, order_reference: null };

/** The line items are shown on request only. */
function amountDetailsView({ id, amountDetails }: Intent, expansion: Expansion) {
  if (!amountDetails) return { tip: {} };
  const { shipping, tax, discount_amount, line_items } = amountDetails;
  return {
    tip: {},
    ...(shipping && { shipping: { amount: shipping.amount, from_postal_code: null, to_postal_code: null } }),
    ...(tax && { tax }),
    ...(discount_amount !== undefined && { discount_amount }),
    ...(line_items && expansion.under('amount_details').has('line_items') && { line_items: itemsView(id, line_items) }),
  };
}

const itemsView = (intent: string, items: readonly LineItem[]) => ({
  object: 'list',
  data: items.map((item, index) => ({
    id: `${intent.replace('pi_', 'uli_')}${index}`,
    object: 'payment_intent_amount_details_line_item',
    discount_amount: item.discount_amount ?? null,
    payment_method_options: item.payment_method_options ?? null,
    product_code: item.product_code ?? null,
    product_name: item.product_name,
    quantity: item.quantity,
    tax: item.tax ?? null,
    unit_cost: item.unit_cost,
    unit_of_measure: item.unit_of_measure ?? null,
  })),
  has_more: false,
  url: `/v1/payment_intents/${intent}/amount_details_line_items`,
});

export const intentView: View<Intent> = (intent, viewContext, expansion) => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_capturable: intent.amountCapturable,
  amount_details: amountDetailsView(intent, expansion),
  amount_received: intent.amountReceived,
  application: null,
  application_fee_amount: intent.split?.fee ?? null,
  automatic_payment_methods: intent.automaticMethods,
  canceled_at: intent.canceledAt,
  cancellation_reason: intent.cancellationReason,
  capture_method: intent.captureMethod,
  client_secret: intent.clientSecret,
  confirmation_method: intent.confirmationMethod,
  created: intent.created,
  currency: intent.currency,
  description: intent.description,
  last_payment_error: intent.lastError && errorView(intent.lastError, viewContext),
  latest_charge: referencesIn(viewContext, expansion)('latest_charge', 'charge', intent.latestCharge),
  livemode: false,
  metadata: intent.metadata,
  next_action: nextActionView(intent, viewContext.publicUrl),
  on_behalf_of: intent.split?.onBehalfOf ?? null,
  ...partiesView(intent, viewContext, expansion),
  ...(intent.paymentDetails && { payment_details: { ...noDetails, ...intent.paymentDetails } }),
  payment_method_configuration_details: null,
  payment_method_options: optionsView(intent),
  payment_method_types: intent.methodTypes,
  processing: null,
  receipt_email: intent.receiptEmail,
  review: null,
  setup_future_usage: intent.setupFutureUsage,
  shipping: intent.shipping,
  source: null,
  statement_descriptor: intent.statementDescriptor,
  statement_descriptor_suffix: intent.statementDescriptorSuffix,
  status: intent.status,
  transfer_data: intent.split?.destination ? { destination: intent.split.destination } : null,
  transfer_group: intent.transferGroup,
});

/** The part of the payment method that the attempt shows. */
function attemptedView(method: PaymentMethod, debit: string | null | undefined) {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, network, wallet } =
    methodDetailsView(method);
  const card = { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, network, wallet };
  const shown = method.card ? { ...card, three_d_secure: null } : generatedView(method, debit);
  return { type: method.type, [method.type]: shown };
}

function attemptView(setup: SetupIntent, { objects }: ViewContext) {
  const { attempt } = setup;
  return (
    attempt && {
      id: attempt.id,
      object: 'setup_attempt',
      application: null,
      created: attempt.created,
      customer: setup.customer,
      flow_directions: null,
      livemode: false,
      on_behalf_of: null,
      payment_method: attempt.method,
      payment_method_details: attemptedView(objects.get('payment_method', attempt.method), attempt.generatedDebit),
      setup_error: null,
      setup_intent: setup.id,
      status: attempt.status,
      usage: setup.usage,
    }
  );
}

export const setupView: View<SetupIntent> = (setup, viewContext, expansion) => ({
  id: setup.id,
  object: 'setup_intent',
  application: null,
  automatic_payment_methods: setup.automaticMethods,
  cancellation_reason: setup.cancellationReason,
  client_secret: setup.clientSecret,
  created: setup.created,
  description: setup.description,
  flow_directions: null,
  last_setup_error: setup.lastError && errorView(setup.lastError, viewContext),
  latest_attempt: expansion.has('latest_attempt') ? attemptView(setup, viewContext) : (setup.attempt?.id ?? null),
  livemode: false,
  mandate: null,
  metadata: setup.metadata,
  next_action: nextActionView(setup, viewContext.publicUrl),
  on_behalf_of: null,
  ...partiesView(setup, viewContext, expansion),
  payment_method_configuration_details: null,
  payment_method_options: optionsView(setup),
  payment_method_types: setup.methodTypes,
  single_use_mandate: null,
  status: setup.status,
  usage: setup.usage,
});

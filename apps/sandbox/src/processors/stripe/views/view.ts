import { nulls } from '../../../kit/objects/decision';
import { Expansion } from '../../../kit/objects/expansion';
import type { ViewBody, Views } from '../../../kit/objects/views';
import { viewer } from '../../../kit/objects/views';
import type { StripeError } from '../errors';
import type {
  AnyIntent,
  ExternalAccount,
  Intent,
  Recipient,
  SetupIntent,
  StripeRecord,
  Transfer,
} from '../objects/records';
import { internalFields } from '../objects/records';
import type { StripeObjects } from '../objects/store';
import { isExternal } from '../decide/payouts';
import type { LineItem } from '../params/intent-params';
import { chargeFields, listView, refundFields } from './charge.view';
import { disputeFields, fileFields } from './dispute.view';
import { cardFields, generatedView, methodFields, tokenFields } from './method.view';
import { payoutFields, recipientFields, transferFields } from './payout.view';
import { nextActionView } from './next-action.view';

/** What a view reads: other objects, and the URL where the customer's browser reaches this process. */
export interface StripeViewContext {
  readonly objects: Pick<StripeObjects, 'get' | 'ofRecipient' | 'refundsOf' | 'disputesOf'>;
  readonly publicUrl: string;
}

const textOr = (input: unknown, other: string | null) => (typeof input === 'string' ? input : other);

function optionsView({ payment_method_types, methodOptions, object }: AnyIntent) {
  if (!payment_method_types.includes('card')) return {};
  const { network, request_three_d_secure } = methodOptions['card'] ?? {};
  return {
    card: {
      ...(object === 'payment_intent' && { installments: null }),
      mandate_options: null,
      network: textOr(network, null),
      request_three_d_secure: textOr(request_three_d_secure, 'automatic'),
    },
  };
}

const noItem = nulls('discount_amount', 'payment_method_options', 'product_code', 'tax', 'unit_of_measure');
const itemsView = (intent: string, items: readonly LineItem[]) => {
  const data = items.map((item, index) => ({
    id: `${intent.replace('pi_', 'uli_')}${index}`,
    object: 'payment_intent_amount_details_line_item',
    ...noItem,
    ...item,
  }));
  return listView(`/v1/payment_intents/${intent}/amount_details_line_items`, data);
};

/** The line items are shown on request only. */
function amountDetailsView({ id, amountDetails = {} }: Intent, expansion: Expansion) {
  const { shipping, line_items: items, enforce_arithmetic_validation: _, ...shown } = amountDetails;
  return {
    tip: {},
    ...shown,
    ...(shipping && { shipping: { ...shipping, from_postal_code: null, to_postal_code: null } }),
    ...(items && expansion.under('amount_details').has('line_items') && { line_items: itemsView(id, items) }),
  };
}

const noDetails = { customer_reference: null, order_reference: null };

const intentFields = (intent: Intent, expansion: Expansion) => ({
  amount_details: amountDetailsView(intent, expansion),
  application_fee_amount: intent.split?.fee ?? null,
  on_behalf_of: intent.split?.onBehalfOf ?? null,
  ...(intent.paymentDetails && { payment_details: { ...noDetails, ...intent.paymentDetails } }),
  transfer_data: intent.split?.destination ? { destination: intent.split.destination } : null,
});

const noAttempt = { application: null, flow_directions: null, livemode: false, on_behalf_of: null, setup_error: null };

function attemptView({ attempt, id, customer, usage }: SetupIntent, objects: Pick<StripeObjects, 'get'>) {
  if (!attempt) return null;
  const { method: payment_method, generatedDebit, ...shown } = attempt;
  const method = objects.get('payment_method', payment_method);
  const { type, card } = method;
  const details = card
    ? { ...cardFields(method, card), network: card.brand, three_d_secure: null }
    : generatedView(method, generatedDebit);
  return {
    ...noAttempt,
    ...shown,
    object: 'setup_attempt',
    customer,
    payment_method,
    payment_method_details: { type, [type]: details },
    setup_intent: id,
    usage,
  };
}

const livemode = false;
const invoice_settings = nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options');
const intentConstants = { livemode, ...nulls('application', 'payment_method_configuration_details') };
const parties = { customer: 'customer', payment_method: 'payment_method' } as const;

/** What a recipient is paid to. Their account is shown whole where it is expanded. */
const external = {
  constants: {},
  fields: ({ details, object, recipient }: ExternalAccount, viewContext: StripeViewContext, expansion: Expansion) => ({
    ...details,
    available_payout_methods: object === 'card' ? ['standard', 'instant'] : ['standard'],
    account: expansion.has('account')
      ? viewOf(viewContext.objects.get('account', recipient), viewContext, Expansion.none)
      : recipient,
  }),
};

function recipientView(recipient: Recipient, viewContext: StripeViewContext) {
  const accounts = viewContext.objects.ofRecipient(recipient.id).filter(isExternal);
  const shown = accounts.map((account) => viewOf(account, viewContext, Expansion.none));
  return recipientFields(recipient, accounts, shown);
}

const reversalViews = ({ id, destination }: Transfer, viewContext: StripeViewContext) =>
  viewContext.objects
    .ofRecipient(destination)
    .filter((record) => record.object === 'transfer_reversal' && record.transfer === id)
    .map((reversal) => viewOf(reversal, viewContext, Expansion.none));

const payoutConstants = {
  ...nulls('application_fee', 'application_fee_amount', 'statement_descriptor', 'payout_method', 'trace_id'),
  automatic: false,
  livemode,
  reconciliation_status: 'not_applicable',
  source_type: 'card',
};

const views: Views<StripeRecord, StripeViewContext> = {
  payment_intent: {
    constants: { ...intentConstants, ...nulls('processing', 'review', 'source') },
    references: { ...parties, latest_charge: 'charge' },
    fields: (intent, viewContext, expansion) => ({
      ...intentFields(intent, expansion),
      ...confirmableFields(intent, viewContext, 'last_payment_error'),
    }),
  },
  setup_intent: {
    constants: { ...intentConstants, ...nulls('flow_directions', 'mandate', 'on_behalf_of', 'single_use_mandate') },
    references: parties,
    fields: (setup, viewContext, expansion) => ({
      ...confirmableFields(setup, viewContext, 'last_setup_error'),
      latest_attempt: expansion.has('latest_attempt')
        ? attemptView(setup, viewContext.objects)
        : (setup.attempt?.id ?? null),
    }),
  },
  charge: {
    constants: {
      ...nulls('application', 'failure_balance_transaction', 'receipt_number', 'receipt_url', 'review'),
      ...nulls('source_transfer'),
      fraud_details: {},
      livemode,
    },
    references: { customer: 'customer', payment_intent: 'payment_intent' },
    fields: (charge, viewContext, expansion) => ({
      ...chargeFields(charge, viewContext.objects),
      disputed: viewContext.objects.disputesOf(charge.id).length > 0,
      ...(expansion.has('refunds') && { refunds: refundsView(charge.id, viewContext) }),
    }),
  },
  refund: {
    constants: nulls('receipt_number', 'source_transfer_reversal'),
    references: { charge: 'charge', payment_intent: 'payment_intent' },
    fields: refundFields,
  },
  dispute: {
    constants: { enhanced_eligibility_types: [], livemode },
    references: { charge: 'charge', payment_intent: 'payment_intent' },
    fields: (dispute) => disputeFields(dispute),
  },
  file: { constants: nulls('expires_at', 'links', 'title'), fields: fileFields },
  customer: {
    constants: {
      ...nulls('currency', 'default_source', 'discount', 'test_clock'),
      balance: 0,
      delinquent: false,
      invoice_settings,
      livemode,
      next_invoice_sequence: 1,
      preferred_locales: [],
      tax_exempt: 'none',
    },
    fields: ({ id }) => ({ invoice_prefix: id.slice(-8).toUpperCase() }),
  },
  payment_method: {
    constants: { allow_redisplay: 'unspecified', livemode },
    references: { customer: 'customer' },
    fields: methodFields,
  },
  token: { constants: { client_ip: null, livemode, type: 'card' }, fields: tokenFields },
  account: { constants: { charges_enabled: false }, fields: recipientView },
  bank_account: external,
  card: external,
  transfer: {
    constants: { livemode, source_transaction: null, source_type: 'card' },
    fields: (transfer, viewContext) => transferFields(transfer, reversalViews(transfer, viewContext)),
  },
  transfer_reversal: { constants: nulls('balance_transaction', 'destination_payment_refund', 'source_refund') },
  payout: { constants: payoutConstants, fields: payoutFields },
  /** Without the secret: only the response to the creation contains it. */
  webhook_endpoint: { constants: { application: null, livemode } },
};

/** Any object as the API returns it. */
export const viewOf = viewer<StripeRecord, StripeViewContext>(views, internalFields);

const documentation = 'https://stripe.com/docs/error-codes/';

/** An error as the API returns it: with a link to its documentation and the attempted payment method. */
export function errorView({ payment_method: id, ...error }: StripeError, viewContext: StripeViewContext): ViewBody {
  const method = id === undefined ? undefined : viewContext.objects.get('payment_method', id);
  return {
    ...error,
    ...(error.code !== undefined && { doc_url: `${documentation}${error.code.replaceAll('_', '-')}` }),
    ...(method && { payment_method: viewOf(method, viewContext, Expansion.none) }),
  };
}

const confirmableFields = (intent: AnyIntent, viewContext: StripeViewContext, errorField: string): ViewBody => ({
  next_action: nextActionView(intent, viewContext.publicUrl),
  payment_method_options: optionsView(intent),
  [errorField]: intent.lastError && errorView(intent.lastError, viewContext),
});

const refundsView = (charge: string, viewContext: StripeViewContext) => {
  const refunds = viewContext.objects.refundsOf(charge).reverse();
  const data = refunds.map((refund) => viewOf(refund, viewContext, Expansion.none));
  return listView(`/v1/charges/${charge}/refunds`, data);
};

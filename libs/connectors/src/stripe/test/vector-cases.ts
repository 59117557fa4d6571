import type { AuthorizeOperation, FlowName, Operations } from '@payorch/connector-kit';
import { sampleCard, sampleOperation } from '@payorch/connector-kit/conformance';
import type { JsonObject } from '@payorch/contracts';
import type { AttemptId, OperationId } from '@payorch/kernel';
import { money, Secret } from '@payorch/kernel';

/** Where we differ from the vectors on purpose: which fields, and why. */
export const differences = {
  lowerCase: { fields: /^currency$/, why: 'Stripe writes and documents currencies in lower case' },
  found: { fields: /^metadata\[operation_id\]$/, why: 'a payment whose id was never heard must be found by ours' },
  madeFirst: {
    fields: /^payment_method(_data\[.*)?$/,
    why: 'a card goes by v1/payment_methods: the published interface takes none within a payment',
  },
  named: {
    fields: /^payment_method_types\[0\]$/,
    why: 'the type is always named: what is left open follows the settings of the account',
  },
  holder: {
    fields: /^(payment_method_data\[)?billing_details\]?\[name\]$/,
    why: 'who holds the card or account is named',
  },
  consent: { fields: /^mandate_data\[/, why: 'a debit that our side confirms needs the consent of the customer' },
  accountKind: { fields: /\[account_(holder_)?type\]$/, why: 'the kind of account comes along where it is known' },
  askedWhen: {
    fields: /^payment_method_options\[card\]\[request_three_d_secure\]$/,
    why: 'a card of the customer who is present may be asked for, however it was given',
  },
  payersBalance: {
    fields: /^customer$/,
    why: 'money is sent to the balance of a customer, whom Stripe therefore wants',
  },
  kept: { fields: /^customer$/, why: 'a method that is to be used again belongs to a customer' },
  ownName: { fields: /^pk_token_instrument_name$/, why: 'the name of the instrument is what the wallet displays' },
  wholeAddress: {
    fields: /^shipping\[/,
    why: 'Stripe takes no shipping address without a name, which the vector lacks',
  },
  captured: { fields: /^metadata\[capture_id\]$/, why: 'the payment must tell by which operation it was captured' },
  raised: { fields: /^metadata\[increment_id\]$/, why: 'the payment must tell by which operation it was raised' },
  told: { fields: /^description$/, why: 'the reason of a raise goes along' },
  ownReason: { fields: /^metadata\[reason\]$/, why: 'a reason that Stripe does not know is kept as a note' },
  noMarker: { fields: /^metadata\[is_refund_id_as_reference\]$/, why: 'a marker for its own webhooks' },
  ourIds: { fields: /^metadata\[order_id\]$/, why: 'every payment carries its attempt, which the vector leaves empty' },
  ourCustomer: {
    fields: /^(phone|metadata\[customer_id\])$/,
    why: 'the customer is told with all that is known of them',
  },
} as const satisfies Record<string, { fields: RegExp; why: string }>;
export type Difference = keyof typeof differences;

/** How a vector is asked of us. `with`: preliminaries that carry a part of what the vector has in one call. */
export interface VectorCase<Name extends FlowName = FlowName> {
  readonly flow: Name;
  readonly operation: Operations[Name];
  /** The vector is not the flow's own call, but this one before it. */
  readonly preliminary?: string;
  readonly with?: readonly string[];
  readonly differs: readonly Difference[];
}

const always = ['lowerCase', 'found'] as const;

const payment = (changes: Partial<AuthorizeOperation>): AuthorizeOperation =>
  sampleOperation('authorize', {
    id: 'op_probe' as OperationId,
    attemptId: 'probe_txn_001' as AttemptId,
    money: money(1000n, 'USD'),
    returnUrl: 'https://example.com/return',
    ...changes,
  });

const authorize = (changes: Partial<AuthorizeOperation>, ...differs: Difference[]): VectorCase => ({
  flow: 'authorize',
  operation: payment(changes),
  differs: [...always, ...differs],
});

const other = (
  paymentMethod: string,
  paymentMethodType: string,
  key: string,
  data: JsonObject = {},
  ...differs: Difference[]
): VectorCase =>
  authorize(
    { card: null, paymentMethod, paymentMethodType, methodData: { [paymentMethod]: { [key]: data } } },
    ...differs,
  );

const johnDoe = { bank_account_holder_name: 'John Doe' };
const card = { ...sampleCard, holderName: 'John Doe' };
const proxied = { ...card, cvc: new Secret('123') };
const applePay = {
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 'probe_txn_id',
};
const wallet = (base: VectorCase): VectorCase => ({ ...base, with: ['token'] });

const setup = (changes: Partial<AuthorizeOperation>, ...differs: Difference[]): VectorCase => ({
  flow: 'setup',
  operation: payment({ money: money(0n, 'USD'), mandate: { kind: 'store', usage: 'off_session' }, card, ...changes }),
  differs: ['found', 'madeFirst', 'kept', ...differs],
});

const reference = 'probe_connector_txn_001';
const id = 'op_probe' as OperationId;

/** By `flow case`. A vector that is missing here is listed in `notOurs`. */
export const vectorCases: Readonly<Record<string, VectorCase>> = {
  'authorize Ach': other(
    'bank_debit',
    'ach',
    'ach_bank_debit',
    {
      ...johnDoe,
      account_number: '000123456789',
      routing_number: '110000000',
      bank_type: 'checking',
      bank_holder_type: 'personal',
    },
    'holder',
    'consent',
    'accountKind',
  ),
  'authorize AchBankTransfer': other('bank_transfer', 'ach', 'ach_bank_transfer', {}, 'payersBalance'),
  'authorize Affirm': other('pay_later', 'affirm', 'affirm_redirect'),
  'authorize Afterpay': {
    ...other('pay_later', 'afterpay_clearpay', 'afterpay_clearpay_redirect', {}, 'wholeAddress'),
    operation: payment({
      card: null,
      methodData: { pay_later: { afterpay_clearpay_redirect: {} } },
      shipping: { address: { line1: '123 Main St', zip: '98101', country: 'US' } },
    }),
  },
  'authorize AliPayRedirect': other('wallet', 'ali_pay', 'ali_pay_redirect'),
  'authorize AmazonPayRedirect': other('wallet', 'amazon_pay', 'amazon_pay_redirect'),
  'authorize ApplePay': wallet(
    other(
      'wallet',
      'apple_pay',
      'apple_pay',
      { ...applePay, payment_data: 'eyJ2ZXJzaW9uIjoiRUNfdjEiLCJkYXRhIjoicHJvYmUiLCJzaWduYXR1cmUiOiJwcm9iZSJ9' },
      'madeFirst',
      'named',
      'ownName',
    ),
  ),
  'authorize ApplePayDecrypted': wallet(
    other(
      'wallet',
      'apple_pay',
      'apple_pay',
      {
        ...applePay,
        payment_data: {
          application_primary_account_number: '4111111111111111',
          application_expiration_month: '03',
          application_expiration_year: '2030',
          payment_data: { online_payment_cryptogram: 'AAAAAA==', eci_indicator: '05' },
        },
      },
      'madeFirst',
      'named',
    ),
  ),
  'authorize Bacs': other(
    'bank_debit',
    'bacs',
    'bacs_bank_debit',
    { ...johnDoe, account_number: '55779911', sort_code: '200000' },
    'holder',
    'consent',
  ),
  'authorize BacsBankTransfer': other('bank_transfer', 'bacs', 'bacs_bank_transfer', {}, 'payersBalance'),
  'authorize BancontactCard': other(
    'bank_redirect',
    'bancontact_card',
    'bancontact_card',
    { card_holder_name: 'John Doe' },
    'holder',
  ),
  'authorize Becs': other(
    'bank_debit',
    'becs',
    'becs_bank_debit',
    { ...johnDoe, account_number: '000123456', bsb_number: '000000' },
    'holder',
    'consent',
  ),
  'authorize Blik': other('bank_redirect', 'blik', 'blik', { blik_code: '777124' }),
  'authorize Card': authorize({ card }, 'madeFirst'),
  'authorize CashappQr': other('wallet', 'cashapp', 'cashapp_qr'),
  'authorize Eps': other('bank_redirect', 'eps', 'eps'),
  'authorize Giropay': other('bank_redirect', 'giropay', 'giropay'),
  'authorize GooglePay': other(
    'wallet',
    'google_pay',
    'google_pay',
    { tokenization_data: { token: '{"id":"tok_probe_gpay","object":"token","type":"card"}' } },
    'madeFirst',
  ),
  'authorize Ideal': other('bank_redirect', 'ideal', 'ideal'),
  'authorize Klarna': other('pay_later', 'klarna', 'klarna_redirect'),
  'authorize MultibancoBankTransfer': other('bank_transfer', 'multibanco', 'multibanco_bank_transfer', {
    billing_details: { email: 'test@example.com' },
  }),
  'authorize Przelewy24': other('bank_redirect', 'przelewy24', 'przelewy24'),
  'authorize RevolutPay': other('wallet', 'revolut_pay', 'revolut_pay'),
  'authorize Sepa': other(
    'bank_debit',
    'sepa',
    'sepa_bank_debit',
    { ...johnDoe, iban: 'DE89370400440532013000' },
    'holder',
    'consent',
  ),
  'authorize SepaBankTransfer': {
    ...other('bank_transfer', 'sepa', 'sepa_bank_transfer', {}, 'payersBalance'),
    operation: payment({
      card: null,
      methodData: { bank_transfer: { sepa_bank_transfer: {} } },
      billing: { address: { country: 'US' } },
    }),
  },
  'authorize WeChatPayQr': other('wallet', 'we_chat_pay', 'we_chat_pay_qr'),
  'capture default': {
    flow: 'capture',
    operation: { id, reference, money: money(1000n, 'USD'), authorized: money(1000n, 'USD') },
    differs: ['captured'],
  },
  'create_customer default': {
    flow: 'setup',
    preliminary: 'customer',
    operation: payment({
      mandate: { kind: 'store', usage: 'off_session' },
      customerId: 'cust_probe_123',
      customerName: 'John Doe',
      email: 'test@example.com',
      customerPhone: '4155552671',
    }),
    differs: ['ourCustomer'],
  },
  'get default': {
    flow: 'sync',
    operation: { id, reference, flow: 'authorize', money: money(1000n, 'USD') },
    differs: [],
  },
  'incremental_authorization default': {
    flow: 'increment',
    operation: {
      id,
      reference,
      money: money(1100n, 'USD'),
      authorized: money(1000n, 'USD'),
      reason: 'incremental_auth_probe',
    },
    differs: ['raised', 'told'],
  },
  'proxy_authorize default': authorize({ card: proxied, attemptId: 'probe_proxy_txn_001' as AttemptId }, 'madeFirst'),
  'proxy_setup_recurring default': setup({
    card: proxied,
    attemptId: 'probe_proxy_mandate_001' as AttemptId,
    returnUrl: '',
  }),
  'recurring_charge default': authorize(
    {
      card: null,
      attemptId: 'probe_recurring' as AttemptId,
      returnUrl: 'https://example.com/recurring-return',
      mandate: {
        kind: 'use',
        offSession: true,
        mandateReference: 'probe_pm_token',
        customerReference: 'cust_probe_123',
        networkTransactionId: null,
      },
    },
    'ourIds',
    'named',
  ),
  'refund default': {
    flow: 'refund',
    operation: {
      ...sampleOperation('refund', {}),
      id,
      refundId: 'probe_refund_001',
      reference,
      money: money(1000n, 'USD'),
      charged: money(1000n, 'USD'),
      reason: 'customer_request',
    },
    differs: ['found', 'ownReason', 'noMarker'],
  },
  'refund_get default': {
    flow: 'refundSync',
    operation: {
      id,
      refundId: 'probe_refund_001',
      reference: 'probe_refund_id_001',
      paymentReference: reference,
      money: money(1000n, 'USD'),
    },
    differs: [],
  },
  'setup_recurring default': setup({
    attemptId: 'probe_mandate_001' as AttemptId,
    returnUrl: 'https://example.com/mandate-return',
  }),
  'token_authorize default': authorize(
    { attemptId: 'probe_tokenized_txn_001' as AttemptId, card },
    'named',
    'askedWhen',
  ),
  'tokenize default': {
    flow: 'authorize',
    preliminary: 'payment_method',
    operation: payment({ card }),
    differs: ['holder'],
  },
  'void default': { flow: 'void', operation: { id, reference, reason: null }, differs: [] },
};

/** Vectors of what we do not do at all. */
export const notOurs: Readonly<Record<string, string>> = {
  'create_client_authentication_token default': 'no payment is ever made for a browser to confirm by itself',
};

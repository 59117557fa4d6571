import type { Capability, PayoutCapability } from '@payorch/connectors/catalogue';
import type {
  ActiveAlgorithm,
  ConnectorAccountSettings,
  Json,
  MessageDefinition,
  RoutingAlgorithmKind,
  RoutingChoice,
  RoutingSettings,
  StraightThrough,
} from '@payorch/contracts';
import type {
  AttemptId,
  MerchantConnectorId,
  MerchantId,
  OperationId,
  PaymentId,
  PayoutAttemptId,
  PayoutId,
  ProfileId,
  RoutingAlgorithmId,
} from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { Incoming, MessageContext } from '@payorch/platform/kafka';
import type { CapabilitiesOf } from '../src/domain/accounts/capabilities';
import type { PayoutsOf } from '../src/domain/accounts/payout-filters';
import type { PayoutRouteContext } from '../src/domain/decide/choose-payout-route';
import type { RouteContext } from '../src/domain/decide/choose-route';
import type { RoutedPayment, RouteRequest } from '../src/domain/routed-payment';
import type { PayoutRouteRequest } from '../src/domain/routed-payout';

export const merchantId = 'acme_1' as MerchantId;
export const profileId = 'pro_1' as ProfileId;

/** An enabled account at `stripe_test` for all its capabilities. */
export const anAccount = (id: number, given: Partial<ConnectorAccountSettings> = {}): ConnectorAccountSettings => ({
  merchantId,
  accountVersion: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  profileId,
  merchantConnectorId: `mca_${id}` as MerchantConnectorId,
  connector: 'stripe_test',
  connectorType: 'payment_processor',
  connectorLabel: `label_${id}`,
  disabled: false,
  paymentMethodsEnabled: null,
  sealedCredentials: 'sealed',
  sealedWebhookSecrets: null,
  metadata: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
  deleted: false,
  ...given,
});

/** 65.40 USD by a Visa credit card from Germany, with automatic capture. */
export const aPayment = (given: Partial<RoutedPayment> = {}): RoutedPayment => ({
  merchantId,
  profileId,
  attemptId: 'pay_1_1' as AttemptId,
  facts: { values: {} },
  money: money(6540n, 'USD'),
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardNetwork: 'Visa',
  country: 'DE',
  captureMethod: 'automatic',
  straightThrough: null,
  splitAt: null,
  partial: false,
  installments: false,
  credentials: null,
  mandate: 'not_needed',
  byNetworkTransactionId: false,
  byTransactionLink: false,
  byLimitedCard: false,
  byWalletToken: false,
  isAuthenticated: false,
  ...given,
});

export const requestsConnectors = (...connectors: string[]): StraightThrough => ({ kind: 'connectors', connectors });

export const requestsAccounts = (
  algorithm: 'single' | 'priority',
  ...accounts: readonly (readonly [connector: string, id: number | null])[]
): StraightThrough => ({
  kind: 'accounts',
  algorithm,
  accounts: accounts.map(([connector, id]) => ({
    connector,
    merchantConnectorId: id === null ? null : `mca_${id}`,
  })),
});

/** A connector account as algorithms name it. */
export const named = (connector: string, id: number | null = null) => ({
  connector,
  merchant_connector_id: id === null ? null : `mca_${id}`,
});

export const anActive = (kind: RoutingAlgorithmKind, data: Json): ActiveAlgorithm => ({
  algorithmId: `routing_${kind}` as RoutingAlgorithmId,
  kind,
  data,
  activatedAt: '2026-01-01T00:00:00.000Z',
});

/** What a profile chose at version 7 of the merchant's settings: nothing. */
export const aRoutingChoice = (given: Partial<RoutingChoice['payment']> = {}, more: Partial<RoutingChoice> = {}) => {
  const nothing = { active: null, defaultOrder: null };
  const payment = { ...nothing, ...given };
  return { accountVersion: 7, payment, payout: nothing, threeDsRule: null, dynamic: null, ...more };
};

export const routingSettingsWith = (choice: RoutingChoice, before: RoutingChoice | null = null): RoutingSettings => ({
  merchantId,
  profileId,
  updatedAt: '2026-01-01T00:00:00.000Z',
  deleted: false,
  ...choice,
  before,
});

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual'],
  threeDs: 'supported',
  networks: ['Visa', 'Mastercard'],
  mandates: false,
  refunds: true,
};

const wallets: Capability = {
  ...cards,
  paymentMethod: 'wallet',
  paymentMethodTypes: ['google_pay', 'apple_pay'],
  networks: [],
};

const capabilities: Readonly<Record<string, readonly Capability[]>> = {
  stripe_test: [cards],
  adyen_test: [cards],
  splits: [{ ...cards, splits: 'stripe' }],
  authorizes_partly: [{ ...cards, partialAuthorizations: true }],
  charges_in_installments: [{ ...cards, installments: ['BRL', 'JPY'] }],
  stores_cards: [{ ...cards, mandates: true }],
  takes_network_ids: [{ ...cards, mandates: true, networkTransactionIds: true }],
  takes_links: [{ ...cards, networkTransactionIds: true, transactionLinks: true }],
  takes_numbers: [{ ...cards, limitedCards: true }],
  wallet_payloads: [wallets],
  wallet_tokens: [{ ...wallets, decryptedTokens: true }],
  takes_proofs: [{ ...cards, externalAuthentication: true }],
  euro_only: [{ ...cards, currencies: ['EUR'] }],
  debits: [
    {
      paymentMethod: 'bank_debit',
      paymentMethodTypes: ['sepa', 'ach'],
      currencies: 'all',
      countries: { ach: ['US'] },
      captureMethods: ['automatic'],
      threeDs: 'not_supported',
      networks: [],
      mandates: true,
      refunds: true,
    },
  ],
  many_captures: [{ ...cards, captureMethods: ['manual_multiple'] }],
};

export const capabilitiesOf: CapabilitiesOf = (connector) => capabilities[connector];
export const connectorNames = Object.keys(capabilities);

/** All accounts are healthy and the profile chose nothing, unless given. */
export const aRouteContext = (
  accounts: readonly ConnectorAccountSettings[],
  given: Partial<RouteContext> = {},
): RouteContext => ({ accounts, accountVersion: 9, inForce: null, isElsewhere: () => false, capabilitiesOf, ...given });

/** A request for the route of `aPayment`, as payments sends it. */
export const aRouteRequest = (given: Partial<RouteRequest['operation']> = {}): RouteRequest => ({
  operation: {
    operationId: 'op_1' as OperationId,
    merchantId,
    profileId,
    paymentId: 'pay_1' as PaymentId,
    attemptId: 'pay_1_1' as AttemptId,
    money: money(6540n, 'USD'),
    capture: 'automatic',
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    card: null,
    sealedMethodData: null,
    mandate: { kind: 'none' },
    threeDs: false,
    returnUrl: 'https://pay.example/payments/pay_1/acme_1/redirect/response/{connector}',
    customerId: null,
    incremental: false,
    billingCountry: null,
    sealedDetails: 'd1.1.sealed',
    notAfter: '2026-01-05T10:05:00.000Z',
    ...given,
  },
  captureMethod: null,
  straightThrough: null,
});

/** An enabled account at `pays_out`, which pays out to cards and SEPA accounts in every currency. */
export const aPayoutAccount = (id: number, given: Partial<ConnectorAccountSettings> = {}): ConnectorAccountSettings =>
  anAccount(id, { connector: 'pays_out', connectorType: 'payout_processor', ...given });

const toBanks: PayoutCapability = {
  payoutType: 'bank',
  methodTypes: ['sepa', 'ach'],
  currencies: 'all',
  steps: ['payout_recipient', 'payout_create', 'payout_fulfill'],
  cancels: true,
};
const toCards: PayoutCapability = {
  payoutType: 'card',
  methodTypes: ['credit', 'debit'],
  currencies: 'all',
  steps: ['payout_fulfill'],
  cancels: false,
};

const payouts: Readonly<Record<string, readonly PayoutCapability[]>> = {
  stripe_test: [],
  pays_out: [toBanks, toCards],
  pays_at_once: [{ ...toBanks, steps: ['payout_fulfill'], cancels: false }],
  checks_first: [{ ...toBanks, steps: ['payout_eligibility', 'payout_fulfill'] }],
  pays_cards: [toCards],
  pays_ach: [{ ...toBanks, methodTypes: ['ach'] }],
  pays_dollars: [{ ...toBanks, currencies: ['USD'] }],
};

export const payoutsOf: PayoutsOf = (connector) => payouts[connector];

/** All accounts are healthy and the profile chose nothing, unless given. */
export const aPayoutContext = (
  accounts: readonly ConnectorAccountSettings[],
  given: Partial<PayoutRouteContext> = {},
): PayoutRouteContext => ({
  accounts,
  accountVersion: 9,
  inForce: null,
  isElsewhere: () => false,
  payoutsOf,
  ...given,
});

/** A request for the route of a payout of 65.40 EUR to a Dutch SEPA account, as payouts sends it. */
export const aPayoutRequest = (
  operation: Partial<PayoutRouteRequest['operation']> = {},
  given: Partial<Omit<PayoutRouteRequest, 'operation'>> = {},
): PayoutRouteRequest => ({
  operation: {
    operationId: 'op_1' as OperationId,
    merchantId,
    profileId,
    payoutId: 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w' as PayoutId,
    payoutAttemptId: 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w_1' as PayoutAttemptId,
    money: money(6540n, 'EUR'),
    payoutType: 'bank',
    payoutMethodType: 'sepa',
    entityType: 'Individual',
    priority: null,
    recurring: false,
    businessCountry: null,
    customerId: 'cus_1',
    card: null,
    recipientReference: null,
    recipientAccountReference: null,
    reference: null,
    sealedDestination: null,
    billingCountry: 'NL',
    sealedDetails: 'd1.1.sealed',
    ...operation,
  },
  autoFulfill: true,
  straightThrough: null,
  ...given,
});

/** A consumed message on the topic of its definition. */
export const incoming = <Data>(
  message: MessageDefinition<Data>,
  data: Data,
  context: Partial<MessageContext> = {},
): Incoming => ({
  message: message as MessageDefinition,
  data,
  key: message.keyOf(data),
  context: {
    messageId: 'm_1',
    correlationId: 'c_1',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    occurredAt: new Date(0),
    ...context,
  },
  origin: { topic: message.topic, partition: 0, offset: '7' },
});

import { cardFields, connectorBody, paymentBody } from '@payorch/harness';

/** The ids of a merchant's objects. */
export interface Ids {
  readonly merchantId: string;
  readonly profileId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly paymentId: string;
  /** A charged payment and one of its refunds. */
  readonly paidId: string;
  readonly refundId: string;
  /** Set up by the charged payment. */
  readonly mandateId: string;
  readonly customerId: string;
  readonly ephemeralKeyId: string;
  readonly paymentMethodId: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

type RouteTable = readonly [string, (at: Ids, own: Ids) => Route][];

const get = (path: string): Route => ({ method: 'GET', path });
const post = (path: string, body: object): Route => ({ method: 'POST', path, body });
const ourDomains = (merchant_connector_account_id: string) => ({
  domain_names: ['shop.example'],
  merchant_connector_account_id,
});
const domainsOf = (merchantId: string, accountId: string): Route =>
  get(`/verify/applepay_verified_domains?merchant_id=${merchantId}&merchant_connector_account_id=${accountId}`);
const acquirer = { acquirer_assigned_merchant_id: 'm', merchant_name: 'x', network: 'Visa', acquirer_bin: '1' };
const theirKind = { connector_type: 'payment_processor', status: 'active' };

/** Both tenants name a customer alike. */
export const tenantsCustomer = 'cus_tenant';

/** Every route of a merchant with every id in its path, query, header or body; `at` selects the foreign ids. */
export const merchantRoutes: RouteTable = [
  ['read a mandate', ({ mandateId }) => get(`/mandates/${mandateId}`)],
  ['revoke a mandate', ({ mandateId }) => post(`/mandates/revoke/${mandateId}`, {})],
  ['list profiles', ({ merchantId }) => ({ method: 'GET', path: `/account/${merchantId}/business_profile` })],
  [
    'create a profile',
    ({ merchantId }) => ({
      method: 'POST',
      path: `/account/${merchantId}/business_profile`,
      body: { profile_name: 'x' },
    }),
  ],
  [
    'read a profile',
    ({ profileId }, own) => ({ method: 'GET', path: `/account/${own.merchantId}/business_profile/${profileId}` }),
  ],
  [
    'change a profile',
    ({ profileId }, own) => ({
      method: 'POST',
      path: `/account/${own.merchantId}/business_profile/${profileId}`,
      body: { return_url: 'https://evil.example' },
    }),
  ],
  ['list connector accounts', ({ merchantId }) => ({ method: 'GET', path: `/account/${merchantId}/connectors` })],
  [
    'create a connector account',
    ({ merchantId }) => ({
      method: 'POST',
      path: `/account/${merchantId}/connectors`,
      body: connectorBody('adyen_test'),
    }),
  ],
  [
    'create a connector account in a profile',
    ({ profileId }, own) => ({
      method: 'POST',
      path: `/account/${own.merchantId}/connectors`,
      body: connectorBody('adyen_test', { profile_id: profileId }),
    }),
  ],
  [
    'read a connector account',
    ({ accountId }, own) => ({ method: 'GET', path: `/account/${own.merchantId}/connectors/${accountId}` }),
  ],
  [
    'change a connector account',
    ({ accountId }, own) => ({
      method: 'POST',
      path: `/account/${own.merchantId}/connectors/${accountId}`,
      body: { ...theirKind, disabled: true },
    }),
  ],
  [
    'list the webhook endpoints of a profile',
    ({ profileId }, own) => get(`/account/${own.merchantId}/business_profile/${profileId}/webhook_endpoints`),
  ],
  [
    'create a webhook endpoint of a profile',
    ({ profileId }, own) =>
      post(`/account/${own.merchantId}/business_profile/${profileId}/webhook_endpoints`, {
        url: 'https://evil.example',
      }),
  ],
  [
    'enable a webhook endpoint of a profile',
    ({ profileId }, own) =>
      post(`/account/${own.merchantId}/business_profile/${profileId}/webhook_endpoints/whe_none/enable`, {}),
  ],
  [
    'verify domains of a merchant',
    ({ merchantId }, own) => post(`/verify/apple_pay/${merchantId}`, ourDomains(own.accountId)),
  ],
  [
    'verify domains of a connector account',
    ({ accountId }, own) => post(`/verify/apple_pay/${own.merchantId}`, ourDomains(accountId)),
  ],
  ['list the verified domains of a merchant', ({ merchantId }, own) => domainsOf(merchantId, own.accountId)],
  ['list the verified domains of a connector account', ({ accountId }, own) => domainsOf(own.merchantId, accountId)],
  [
    'pay in a profile',
    ({ profileId }) => ({ method: 'POST', path: '/payments', body: paymentBody({ profile_id: profileId }) }),
  ],
  [
    'pay for a merchant',
    ({ merchantId }) => ({ method: 'POST', path: '/payments', body: paymentBody({ merchant_id: merchantId }) }),
  ],
  ['read a payment', ({ paymentId }) => ({ method: 'GET', path: `/payments/${paymentId}?expand_attempts=true` })],
  ['sync a payment', ({ paymentId }) => ({ method: 'GET', path: `/payments/${paymentId}?force_sync=true` })],
  ['change a payment', ({ paymentId }) => ({ method: 'POST', path: `/payments/${paymentId}`, body: { amount: 1 } })],
  [
    'confirm a payment',
    ({ paymentId }) => ({ method: 'POST', path: `/payments/${paymentId}/confirm`, body: cardFields() }),
  ],
  ['capture a payment', ({ paymentId }) => ({ method: 'POST', path: `/payments/${paymentId}/capture`, body: {} })],
  [
    'capture for a merchant',
    ({ merchantId }, own) => ({
      method: 'POST',
      path: `/payments/${own.paymentId}/capture`,
      body: { merchant_id: merchantId },
    }),
  ],
  ['cancel a payment', ({ paymentId }) => ({ method: 'POST', path: `/payments/${paymentId}/cancel`, body: {} })],
  [
    'update the metadata of a payment',
    ({ paymentId }) => post(`/payments/${paymentId}/update_metadata`, { metadata: { a: 1 } }),
  ],
  ['void a captured payment', ({ paidId }) => post(`/payments/${paidId}/cancel_post_capture`, {})],
  ['retrieve the void of a captured payment', ({ paidId }) => get(`/payments/${paidId}/cancel_post_capture`)],
  ['approve a payment', ({ paymentId }) => post(`/payments/${paymentId}/approve`, {})],
  ['reject a payment', ({ paymentId }) => post(`/payments/${paymentId}/reject`, {})],
  ['complete a payment', ({ paymentId }) => post(`/payments/${paymentId}/complete_authorize`, {})],
  [
    'submit the eligibility of a payment',
    ({ paymentId }) => post(`/payments/${paymentId}/eligibility`, { payment_method_type: 'card' }),
  ],
  [
    'check the eligibility of a payment',
    ({ paymentId }) => post(`/payments/${paymentId}/eligibility_check`, { payment_method_type: 'card' }),
  ],
  ['read the card of a payment', ({ paymentId }) => get(`/payments/${paymentId}/extended_card_info`)],
  ['extend a payment', ({ paymentId }) => post(`/payments/${paymentId}/extend_authorization`, {})],
  [
    'increment a payment',
    ({ paymentId }) => post(`/payments/${paymentId}/incremental_authorization`, { amount: 9000 }),
  ],
  ['retrieve a payment', ({ paymentId }) => post('/payments/sync', { payment_id: paymentId })],
  [
    'retrieve for a merchant',
    ({ merchantId }, own) => post('/payments/sync', { payment_id: own.paymentId, merchant_id: merchantId }),
  ],
  ['list after a payment', ({ paymentId }) => get(`/payments/list?starting_after=${paymentId}`)],
  ['list profiles, as lists show them', ({ merchantId }) => get(`/account/${merchantId}/profile`)],
  ['list connector accounts, as lists show them', ({ merchantId }) => get(`/account/${merchantId}/profile/connectors`)],
  [
    'switch a profile',
    ({ profileId }, own) =>
      post(`/account/${own.merchantId}/business_profile/${profileId}/toggle_connector_agnostic_mit`, { enabled: true }),
  ],
  [
    'add an acquirer to a profile',
    ({ profileId }) => post('/profile_acquirer', { ...acquirer, profile_id: profileId }),
  ],
  [
    'change an acquirer of a profile',
    ({ profileId }) => post(`/profile_acquirer/${profileId}/pro_acq_1`, { is_default: true }),
  ],
  ['refund a payment', ({ paidId }) => post('/refunds', { payment_id: paidId, amount: 100 })],
  ['read a refund', ({ refundId }) => get(`/refunds/${refundId}`)],
  ['sync a refund', ({ refundId }) => get(`/refunds/${refundId}?force_sync=true`)],
  ['retrieve a refund', ({ refundId }) => post('/refunds/sync', { refund_id: refundId })],
  ['retrieve and sync a refund', ({ refundId }) => post('/refunds/sync', { refund_id: refundId, force_sync: true })],
  [
    'create a payment method of a customer',
    ({ customerId }) => post('/payment_methods', { payment_method: 'card', customer_id: customerId }),
  ],
  ['read a payment method', ({ paymentMethodId }) => get(`/payment_methods/${paymentMethodId}`)],
  [
    'change a payment method',
    ({ paymentMethodId }) =>
      post(`/payment_methods/${paymentMethodId}/update`, {
        card: { card_exp_month: '10', card_exp_year: '36', card_holder_name: 'x' },
      }),
  ],
  [
    'delete a payment method',
    ({ paymentMethodId }) => ({ method: 'DELETE', path: `/payment_methods/${paymentMethodId}` }),
  ],
  [
    'make a payment method the default',
    ({ paymentMethodId }, own) => post(`/customers/${own.customerId}/payment_methods/${paymentMethodId}/default`, {}),
  ],
  [
    'make a payment method the default of a customer',
    ({ customerId }, own) => post(`/customers/${customerId}/payment_methods/${own.paymentMethodId}/default`, {}),
  ],
  ['list the payment methods of a customer', ({ customerId }) => get(`/customers/${customerId}/payment_methods`)],
  ['change a refund', ({ refundId }) => post(`/refunds/${refundId}`, { reason: 'evil' })],
  ['read a customer', ({ customerId }) => get(`/customers/${customerId}`)],
  ['change a customer', ({ customerId }) => post(`/customers/${customerId}`, { name: 'evil' })],
  ['delete a customer', ({ customerId }) => ({ method: 'DELETE', path: `/customers/${customerId}` })],
  [
    'delete an ephemeral key',
    ({ ephemeralKeyId }) => ({ method: 'DELETE', path: `/ephemeral_keys/${ephemeralKeyId}` }),
  ],
];

const always = { start_time: '2020-01-01T00:00:00Z' };

/** Every list of a merchant with a filter by id; the id may be unknown. */
export const narrowedLists: RouteTable = [
  ['payments of a profile', ({ profileId }) => post('/payments/list', { profile_id: profileId })],
  ['payments by id', ({ paymentId }) => post('/payments/list', { payment_id: paymentId })],
  ['payments of an account', ({ accountId }) => post('/payments/list', { merchant_connector_id: [accountId] })],
  [
    'payments by id, of the key’s profile',
    ({ paymentId }) => post('/payments/profile/list', { payment_id: paymentId }),
  ],
  ['refunds of a payment', ({ paidId }) => post('/refunds/list', { payment_id: paidId })],
  ['refunds by id', ({ refundId }) => post('/refunds/list', { refund_id: refundId })],
  ['refunds of a profile', ({ profileId }) => post('/refunds/list', { profile_id: profileId })],
  ['refunds of a payment, of the key’s profile', ({ paidId }) => post('/refunds/profile/list', { payment_id: paidId })],
  ['refunds of an account', ({ accountId }) => post('/refunds/list', { merchant_connector_id: [accountId] })],
];

/** Every list of a merchant without a filter by id. */
export const wholeLists: RouteTable = [
  ['mandates', () => get('/mandates/list')],
  ['mandates of a customer', () => get(`/customers/${tenantsCustomer}/mandates`)],
  ['customers', () => get('/customers/list')],
  ['customers, counted', () => get('/customers/list_with_count')],
  ['payments', () => get('/payments/list')],
  ['payments of the key’s profile', () => get('/payments/profile/list')],
  ['payments, filtered', () => post('/payments/list', {})],
  ['payments of the key’s profile, filtered', () => post('/payments/profile/list', {})],
  ['values to filter by', () => post('/payments/filter', always)],
  ['accounts to filter by', () => get('/payments/v2/filter')],
  ['accounts of the key’s profile to filter by', () => get('/payments/v2/profile/filter')],
  ['counts of payments', () => get(`/payments/aggregate?start_time=${always.start_time}`)],
  ['counts of the key’s profile', () => get(`/payments/profile/aggregate?start_time=${always.start_time}`)],
  ['refunds', () => post('/refunds/list', {})],
  ['values to filter refunds by', () => post('/refunds/filter', always)],
  ['accounts to filter refunds by', () => get('/refunds/v2/filter')],
  ['refunds of the key’s profile', () => post('/refunds/profile/list', {})],
  ['accounts of the key’s profile to filter refunds by', () => get('/refunds/v2/profile/filter')],
  ['counts of the key’s profile, of refunds', () => get(`/refunds/profile/aggregate?start_time=${always.start_time}`)],
  ['counts of refunds', () => get(`/refunds/aggregate?start_time=${always.start_time}`)],
];

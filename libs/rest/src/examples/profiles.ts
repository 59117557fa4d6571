import { applePayOfShop } from './apple-pay';
import type { Example } from './example';

const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwEAubMzYAw/JYsTQRmgo
GK/XFj8dNeQTb22P6atP8is2vc3GKBNsgmhsxs/EBdzjKghQTHp6JKgwU9H2aTKB
15RdRi9sKm1TYi3x7MQjqTYudkUHUHFhEAFFQc4ZtAT3iDj8N+39Ku5ZkSAJ6euB
9yAj9QsxexnXSfNHCd3g1T05Cebn2jgfhBF7oQQtQqW4TGitOCUY6fbIe8AVnibE
d9L2tpYLzko/Vq/hbF+mfMkREL/gb54oEeiHFZKBAL2tpuF24XE8+X/XT6NWas5g
MQnBeq0ulXbBkgD2Hum8lWcNnBg4Jh8vBsBXn8cBcEGaVj45cbw1n2xRdsnRM+0A
aQIDAQAB
-----END PUBLIC KEY-----
`;
const account = { account_id: 'merchant_demo' };
const profileId = '{{List Profiles.0.profile_id}}';
const profile = { ...account, profile_id: profileId };
const connector = { ...account, merchant_connector_id: '{{Create a Merchant Connector.merchant_connector_id}}' };
/** The same in the routes that name the merchant otherwise. */
const ofMerchant = { merchant_id: 'merchant_demo', merchant_connector_id: connector.merchant_connector_id };
const applePayAccount = '{{Create a Merchant Connector/Apple Pay.merchant_connector_id}}';
const googlePay = {
  merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'Example shop' },
  allowed_payment_methods: [
    {
      type: 'CARD',
      parameters: {
        allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowed_card_networks: ['VISA', 'MASTERCARD'],
      },
      tokenization_specification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'stripe', 'stripe:version': '2018-10-31', 'stripe:publishableKey': 'pk_test_example' },
      },
    },
  ],
};
const sdk = { payment_experience: 'invoke_sdk_client' };

/** Profiles and connector accounts of the demo merchant. */
export const profileExamples: readonly Example[] = [
  { operation: 'List Profiles', path: account },
  { operation: 'Retrieve a Profile', path: profile },
  {
    operation: 'Update a Profile',
    path: profile,
    body: { session_expiry: 1800, extended_card_info_config: { public_key: publicKey, ttl_in_secs: 900 } },
  },
  { operation: 'Toggle Extended Card Info of a Profile', path: profile, body: { enabled: true } },
  { operation: 'Toggle Connector Agnostic MIT of a Profile', path: profile, body: { enabled: true } },
  { operation: 'Send a Test Webhook', variant: 'without a webhook_url', path: profile, status: 422 },
  { operation: 'List the Profile that a header names', path: account },
  {
    operation: 'Create a Profile Acquirer',
    body: {
      profile_id: profileId,
      acquirer_assigned_merchant_id: 'M123456',
      merchant_name: 'Example shop',
      network: 'Visa',
      acquirer_bin: '438309',
      acquirer_fraud_rate: 0.01,
      acquirer_country_code: 'US',
    },
  },
  {
    operation: 'Update a Profile Acquirer',
    path: { profile_id: profileId, profile_acquirer_id: '{{Create a Profile Acquirer.profile_acquirer_id}}' },
    body: { network: 'Visa', acquirer_fraud_rate: 0.02 },
  },
  {
    operation: 'Create a Merchant Connector',
    path: account,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_sandbox' },
      connector_webhook_details: { merchant_secret: 'whsec_example' },
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            { payment_method_type: 'credit', card_networks: ['Visa', 'Mastercard'] },
            { payment_method_type: 'debit', card_networks: ['Visa', 'Mastercard'] },
          ],
        },
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'google_pay', ...sdk }] },
      ],
      metadata: { google_pay: googlePay },
      test_mode: true,
    },
  },
  {
    operation: 'Create a Merchant Connector',
    variant: 'PayPal',
    path: account,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'paypal_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'any' },
      payment_methods_enabled: [
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'paypal', ...sdk }] },
      ],
      metadata: { paypal_sdk: { client_id: 'example-client' } },
      test_mode: true,
    },
  },
  {
    operation: 'Verify the credentials of a Merchant Connector',
    body: {
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_sandbox' },
    },
  },
  {
    operation: 'Create a Merchant Connector',
    variant: 'Apple Pay',
    path: account,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_label: 'apple_pay_example',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'any' },
      payment_methods_enabled: [
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'apple_pay', ...sdk }] },
      ],
      connector_wallets_details: applePayOfShop,
      test_mode: true,
    },
  },
  {
    operation: 'Verify domains for Apple Pay',
    path: { merchant_id: 'merchant_demo' },
    body: { domain_names: ['shop.example', 'pay.shop.example'], merchant_connector_account_id: applePayAccount },
  },
  {
    operation: 'List the verified domains of Apple Pay',
    query: { merchant_id: 'merchant_demo', merchant_connector_account_id: applePayAccount },
  },
  { operation: 'List all Merchant Connectors', path: account },
  { operation: 'Retrieve a Merchant Connector', path: connector },
  {
    operation: 'Update a Merchant Connector',
    path: connector,
    body: { connector_type: 'payment_processor', status: 'active', connector_label: 'stripe_example' },
  },
  { operation: 'List the Merchant Connectors of a Profile', path: account },
  {
    operation: 'List the refused webhooks of a connector account',
    path: ofMerchant,
  },
  { operation: 'List the received webhooks of a connector account', path: ofMerchant, query: { limit: '20' } },
  { operation: 'List the received webhooks of any connector account', path: ofMerchant },
  {
    operation: 'Register the webhook of a connector account',
    path: ofMerchant,
    body: { event_type: 'all_events' },
  },
  { operation: 'List the registered webhooks of a connector account', path: ofMerchant },
];

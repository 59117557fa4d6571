import { randomBytes } from 'node:crypto';
import { apiAt, ok, type Api, type Json } from './http';
import type { RunningSystem } from './running-system';

/** A merchant that can create payments: ids, keys, and API clients with these keys. */
export interface TestMerchant {
  readonly merchantId: string;
  readonly profileId: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  /** Client with the secret key. */
  readonly api: Api;
  /** Client with the publishable key, as in a browser. */
  readonly client: Api;
  /** The created connector accounts, by connector name. */
  readonly connectors: Readonly<Record<string, Json>>;
}

export interface MerchantOptions {
  readonly merchantId?: string;
  readonly connectors?: readonly string[];
  /** More fields of POST /accounts (return_url, webhook_details …). */
  readonly account?: object;
  /** More fields of every POST /account/{id}/connectors. */
  readonly connector?: object;
}

const cardType = (type: string) => ({
  payment_method_type: type,
  card_networks: ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB', 'UnionPay'],
  minimum_amount: 1,
  maximum_amount: 68_607_706,
  recurring_enabled: true,
  installment_payment_enabled: false,
});

/** The body of POST /account/{id}/connectors for one of the test processors. */
export const connectorBody = (name: string, more: object = {}) => ({
  connector_type: 'payment_processor',
  connector_name: name,
  connector_account_details: { auth_type: 'HeaderKey', api_key: `sk_${name}_${randomBytes(4).toString('hex')}` },
  payment_methods_enabled: [{ payment_method: 'card', payment_method_types: [cardType('credit'), cardType('debit')] }],
  ...more,
});

/** Creates a merchant with a key and connector accounts through the public interface, as an operator does. */
export async function aMerchant(
  system: Pick<RunningSystem, 'admin' | 'baseUrl'>,
  options: MerchantOptions = {},
): Promise<TestMerchant> {
  const merchantId = options.merchantId ?? `merchant_${randomBytes(5).toString('hex')}`;
  const { admin } = system;
  const account = ok(
    await admin.post('/accounts', { merchant_id: merchantId, merchant_name: 'Test merchant', ...options.account }),
  );
  const key = ok(await admin.post(`/api_keys/${merchantId}`, { name: 'test', expiration: 'never' }));
  const baseUrl = system.baseUrl('gateway');
  const api = apiAt(baseUrl, { 'api-key': key.api_key as string });
  const connectors: Record<string, Json> = {};
  for (const name of options.connectors ?? ['stripe_test'])
    connectors[name] = ok(
      await api.post(
        `/account/${merchantId}/connectors`,
        connectorBody(name, { profile_id: account.default_profile, ...options.connector }),
      ),
    );
  return {
    merchantId,
    profileId: account.default_profile as string,
    apiKey: key.api_key as string,
    publishableKey: account.publishable_key as string,
    api,
    client: apiAt(baseUrl, { 'api-key': account.publishable_key as string }),
    connectors,
  };
}

/** Cards of the test processors, by outcome. */
export const cards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  threeDs: '4000003800000446',
} as const;

/** The card fields of a request. */
export const cardFields = (number: string = cards.succeeds, more: object = {}) => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '10',
      card_exp_year: '35',
      card_holder_name: 'Joseph Doe',
      card_cvc: '123',
      ...more,
    },
  },
});

/** The body of POST /payments: by default confirmed at once with a card. */
export const paymentBody = (more: object = {}) => ({
  amount: 6540,
  currency: 'USD',
  confirm: true,
  capture_method: 'automatic',
  authentication_type: 'no_three_ds',
  ...cardFields(),
  ...more,
});

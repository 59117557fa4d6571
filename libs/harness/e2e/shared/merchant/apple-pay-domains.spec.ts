import {
  aMerchant,
  applePayOnTheWeb,
  connectorBody,
  ok,
  sharedSystem,
  testMerchantIdentity,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { randomBytes } from 'node:crypto';
import { absent, listing, notAllowed, refusal, statusAndBody, unauthorized, wrongFormat } from '../../support/wire';

const system = sharedSystem();
const newDomain = (): string => `shop-${randomBytes(5).toString('hex')}.example`;
const sdk = { payment_method_type: 'apple_pay', payment_experience: 'invoke_sdk_client' };
const wallets = { payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: [sdk] }] };

interface Shop {
  readonly merchant: TestMerchant;
  readonly domain: string;
  readonly id: string;
}

/** A merchant whose shop on the web has its own domain, and its connector account. */
async function aShop(detailsOf: (domain: string) => object = applePayOnTheWeb): Promise<Shop> {
  const merchant = await aMerchant(system, { connectors: [] });
  const domain = newDomain();
  const body = connectorBody('stripe_test', { ...wallets, connector_wallets_details: detailsOf(domain) });
  const account = ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, body));
  return { merchant, domain, id: account.merchant_connector_id as string };
}

const verify = (
  { merchant: { api, merchantId }, id }: Shop,
  domain_names: readonly string[],
  { account = id, headers = {} }: { readonly account?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> =>
  api.post(`/verify/apple_pay/${merchantId}`, { domain_names, merchant_connector_account_id: account }, headers);

const list = (
  { merchant: { api, merchantId }, id }: Shop,
  { account = id, of = merchantId }: { readonly account?: string; readonly of?: string } = {},
): Promise<Answer> =>
  api.get(`/verify/applepay_verified_domains?merchant_id=${of}&merchant_connector_account_id=${account}`);

const domainsOf = async (shop: Shop): Promise<string[]> => ok(await list(shop)).verified_domains;

const completed = { status_message: 'Applepay verification Completed' };

/** The registrations that Apple received with this first domain. */
const registrations = (domain: string): Json[] =>
  system.ledger().filter(({ kind, reference }) => kind === 'domain_registration' && reference === domain);

/** The domain of a new session for a page that names its own. */
async function sessionDomain({ merchant: { api, client } }: Shop, pageDomain: string): Promise<string> {
  const { payment_id, client_secret } = ok(await api.post('/payments', { amount: 6540, currency: 'EUR' }));
  const body = { payment_id, client_secret, wallets: ['apple_pay'] };
  const made = ok(await client.post('/payments/session_tokens', body, { 'x-merchant-domain': pageDomain }));
  return made.session_token[0].session_token_data.domainName;
}

describe('domains for Apple Pay', () => {
  it('are verified by Apple with the merchant’s certificate and stored, and a repeated call adds the new ones', async () => {
    const shop = await aShop();
    const [pay, other] = [newDomain(), newDomain()];
    expect(await domainsOf(shop)).toEqual([]);
    expect(ok(await verify(shop, [pay.toUpperCase()]))).toEqual(completed);
    expect(ok(await verify(shop, [pay, other]))).toEqual(completed);
    expect(await domainsOf(shop)).toEqual([pay, other]);
    expect(registrations(pay)).toHaveLength(2);
    const { api, merchantId } = shop.merchant;
    const account = ok(await api.get(`/account/${merchantId}/connectors/${shop.id}`));
    expect(account.applepay_verified_domains).toEqual([pay, other]);
  });

  it('under one Idempotency-Key, Apple verifies them once', async () => {
    const shop = await aShop();
    const domain = newDomain();
    const headers = { 'idempotency-key': 'verify-1' };
    for (let sent = 0; sent < 2; sent++) expect(ok(await verify(shop, [domain], { headers }))).toEqual(completed);
    expect([registrations(domain).length, await domainsOf(shop)]).toEqual([1, [domain]]);
  });

  it('of a page give its session, and other domains get the one of the settings', async () => {
    const shop = await aShop();
    const domain = newDomain();
    expect(await sessionDomain(shop, domain)).toBe(shop.domain);
    ok(await verify(shop, [domain]));
    expect(await sessionDomain(shop, domain)).toBe(domain);
    expect(await sessionDomain(shop, 'thief.example')).toBe(shop.domain);
  });

  it('are forgotten once the settings name another merchant at Apple', async () => {
    const shop = await aShop();
    ok(await verify(shop, [newDomain()]));
    const { api, merchantId } = shop.merchant;
    const details = applePayOnTheWeb(shop.domain, { merchant_identifier: 'merchant.example.other' });
    const update = { connector_type: 'payment_processor', connector_wallets_details: details };
    ok(await api.post(`/account/${merchantId}/connectors/${shop.id}`, update));
    expect(await domainsOf(shop)).toEqual([]);
    expect(statusAndBody(await verify(shop, [newDomain()]))).toEqual(notAllowed('Applepay verification Failed'));
    expect(system.logs('connector-worker')).not.toContain(testMerchantIdentity.certificate_keys.slice(40, 120));
  });
});

describe('no domain is stored', () => {
  it('if Apple refuses one of them', async () => {
    const shop = await aShop();
    const refused = `without-file.${newDomain()}`;
    expect(statusAndBody(await verify(shop, [newDomain(), refused]))).toEqual(
      notAllowed('Applepay verification Failed'),
    );
    expect(await domainsOf(shop)).toEqual([]);
  });

  it('while Apple does not answer, and the same request succeeds later', async () => {
    const shop = await aShop();
    const domain = newDomain();
    const match = { kind: 'domain_registration', reference: domain };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'hang', times: 1 }));
    expect(statusAndBody(await verify(shop, [domain]))).toEqual(
      refusal(400, 'CE_07', 'Verification failed while processing with connector. Retry operation'),
    );
    expect(await domainsOf(shop)).toEqual([]);
    expect(ok(await verify(shop, [domain]))).toEqual(completed);
    expect(await domainsOf(shop)).toEqual([domain]);
  });

  it('of a request that names no public host', async () => {
    const shop = await aShop();
    const expected = 'a public host name, such as shop.example, without scheme, port and path';
    expect(statusAndBody(await verify(shop, ['shop.example', 'localhost', '10.0.0.1']))).toEqual(
      listing(wrongFormat('domain_names[1]', expected), 'domain_names[1]', 'domain_names[2]'),
    );
    expect(statusAndBody(await verify(shop, []))).toEqual(wrongFormat('domain_names', '1 to 99 host names'));
    expect(await domainsOf(shop)).toEqual([]);
  });

  it('of an account without a certificate for the web', async () => {
    const app = await aShop((domain) => applePayOnTheWeb(domain, { initiative: 'ios', certificate: null }));
    const other = await aShop(() => ({ paze: { client_id: 'P1', client_name: 'Acme', client_profile_id: 'acme-1' } }));
    const message = 'Merchant connector account is configured with invalid connector_wallets_details';
    for (const shop of [app, other])
      expect(statusAndBody(await verify(shop, [newDomain()]))).toEqual(refusal(400, 'IR_30', message));
  });

  it('for the account of another merchant, for another merchant or with a publishable key', async () => {
    const [ours, theirs] = await Promise.all([aShop(), aShop()]);
    const noAccount = absent('Merchant connector account does not exist in our records', { reason: theirs.id });
    expect(statusAndBody(await verify(ours, [newDomain()], { account: theirs.id }))).toEqual(noAccount);
    expect(statusAndBody(await list(ours, { account: theirs.id }))).toEqual(
      absent('Resource ID does not exist in our records'),
    );
    expect(statusAndBody(await list(ours, { of: theirs.merchant.merchantId }))).toEqual(
      absent('Merchant account does not exist in our records'),
    );
    const path = `/verify/apple_pay/${theirs.merchant.merchantId}`;
    const body = { domain_names: [newDomain()], merchant_connector_account_id: theirs.id };
    for (const api of [ours.merchant.api, theirs.merchant.client])
      expect(statusAndBody(await api.post(path, body))).toEqual(unauthorized);
    expect(await domainsOf(theirs)).toEqual([]);
  });
});

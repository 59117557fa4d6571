import {
  aMerchant,
  applePayOnTheWeb,
  connectorBody,
  foreignMerchantIdentity,
  ok,
  sharedSystem,
  testMerchantIdentity,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { randomBytes } from 'node:crypto';
import { statusAndBody, wrongValue } from '../../support/wire';

const system = sharedSystem();
const newDomain = (): string => `shop-${randomBytes(5).toString('hex')}.example`;
const sdk = (payment_method_type: string) => ({ payment_method_type, payment_experience: 'invoke_sdk_client' });
const both = {
  payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: [sdk('apple_pay'), sdk('paze')] }],
};
const paze = { client_id: 'P1', client_name: 'Acme', client_profile_id: 'acme-1' };

const requestAccount = (merchant: TestMerchant, details: object): Promise<Answer> =>
  merchant.api.post(
    `/account/${merchant.merchantId}/connectors`,
    connectorBody('stripe_test', { ...both, connector_wallets_details: { paze, ...details } }),
  );

/** A merchant whose shop on the web has its own domain, and its connector account. */
async function aShop(details: (domain: string) => object = applePayOnTheWeb) {
  const merchant = await aMerchant(system, { connectors: [] });
  const domain = newDomain();
  const account = ok(await requestAccount(merchant, details(domain)));
  return { merchant, domain, account };
}

const payment = async ({ api }: TestMerchant): Promise<Json> =>
  ok(await api.post('/payments', { amount: 6540, currency: 'EUR' }));
const sessions = async (
  { client }: TestMerchant,
  { payment_id, client_secret }: Json,
  wallets: readonly string[] = [],
  headers: Record<string, string> = {},
): Promise<Json[]> =>
  ok(await client.post('/payments/session_tokens', { payment_id, client_secret, wallets }, headers)).session_token;
const names = (made: readonly Json[]) => made.map(({ wallet_name }) => wallet_name as string);

/** The validations that Apple received for a domain. */
const validations = (domain: string): Json[] =>
  system.ledger().filter(({ kind, reference }) => kind === 'merchant_validation' && reference === domain);

/** The lines of both services that name an account. */
const linesAbout = (id: string): string =>
  [system.logs('gateway'), system.logs('connector-worker')]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(id))
    .join('\n');

/** Asserts that no answer about the account shows its certificate or its key. */
async function expectHidden({ api, merchantId }: TestMerchant, account: Json): Promise<void> {
  const path = `/account/${merchantId}/connectors`;
  const shown = [
    JSON.stringify(account),
    (await api.get(`${path}/${account.merchant_connector_id}`)).text,
    (await api.get(path)).text,
  ].join('\n');
  expect(shown).toContain('*****');
  for (const secret of [testMerchantIdentity.certificate, testMerchantIdentity.certificate_keys])
    expect(shown).not.toContain(secret.slice(40, 80));
}

describe('Apple Pay in a browser', () => {
  it("has Apple's session of the merchant's own domain, and the request of the payment", async () => {
    const { merchant, domain } = await aShop();
    const paid = await payment(merchant);
    const made = await sessions(merchant, paid, ['apple_pay'], { 'x-merchant-domain': 'thief.example' });
    expect(made).toEqual([
      {
        wallet_name: 'apple_pay',
        session_token_data: expect.objectContaining({
          domainName: domain,
          displayName: 'Acme',
          nonce: expect.any(String),
          signature: expect.any(String),
          merchantSessionIdentifier: expect.any(String),
        }),
        payment_request_data: {
          country_code: 'FR',
          currency_code: 'EUR',
          total: { label: 'Acme', type: 'final', amount: '65.40' },
          merchant_capabilities: ['supports3DS'],
          supported_networks: ['visa'],
          merchant_identifier: testMerchantIdentity.merchant_identifier,
          required_billing_contact_fields: null,
          required_shipping_contact_fields: null,
          recurring_payment_request: null,
        },
        connector: 'stripe_test',
        delayed_session_token: false,
        sdk_next_action: { next_action: 'confirm' },
        connector_reference_id: null,
        connector_sdk_public_key: null,
        connector_merchant_id: null,
      },
    ]);
    const [again] = await sessions(merchant, paid, ['apple_pay']);
    expect(again.session_token_data.nonce).not.toBe(made[0].session_token_data.nonce);
    expect([validations(domain).length, validations('thief.example').length]).toEqual([2, 0]);
  });

  it('is validated only for a client that may pay with it and asks for it', async () => {
    const { merchant, domain } = await aShop();
    const paid = await payment(merchant);
    expect(names(await sessions(merchant, paid, ['paze']))).toEqual(['paze']);
    const other = await payment(merchant);
    const { status } = await merchant.client.post('/payments/session_tokens', {
      payment_id: paid.payment_id,
      client_secret: other.client_secret,
      wallets: [],
    });
    expect(status).toBe(400);
    expect(validations(domain)).toEqual([]);
  });

  it('is left out where Apple does not know the merchant by this certificate, and the other wallets stay', async () => {
    const { merchant, account, domain } = await aShop((shop) =>
      applePayOnTheWeb(shop, { merchant_identifier: 'merchant.example.other' }),
    );
    expect(names(await sessions(merchant, await payment(merchant)))).toEqual(['paze']);
    expect(validations(domain)).toHaveLength(1);
    const lines = linesAbout(account.merchant_connector_id);
    expect(lines).toMatch(/"reason":"refused".*Apple has not validated the shop/);
    expect(lines).toContain('Apple did not validate a shop');
    expect(lines).not.toContain(testMerchantIdentity.certificate_keys.slice(40, 120));
  });

  it('is left out for a certificate that Apple did not issue', async () => {
    const { merchant, domain } = await aShop((shop) => applePayOnTheWeb(shop, foreignMerchantIdentity));
    expect(names(await sessions(merchant, await payment(merchant)))).toEqual(['paze']);
    expect(validations(domain)).toEqual([]);
  });

  it('is left out while Apple does not answer, and the other wallets come within the timeout', async () => {
    const { merchant, domain, account } = await aShop();
    const match = { kind: 'merchant_validation', reference: domain };
    ok(await system.sandbox.post('/control/faults', { match, fault: 'hang', times: 1 }));
    const paid = await payment(merchant);
    const begun = performance.now();
    expect(names(await sessions(merchant, paid))).toEqual(['paze']);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(linesAbout(account.merchant_connector_id)).toMatch(/"reason":"(no_reply|unanswered)"/);
    expect(names(await sessions(merchant, paid))).toEqual(['paze', 'apple_pay']);
  });

  it('is validated ten times in a minute for one payment, and not less often for another one', async () => {
    const { merchant, domain } = await aShop();
    const paid = await payment(merchant);
    const made: Json[][] = [];
    for (let count = 0; count < 13; count += 1) made.push(await sessions(merchant, paid));
    expect(made.filter((one) => names(one).includes('apple_pay'))).toHaveLength(10);
    expect(made.every((one) => names(one).includes('paze'))).toBe(true);
    expect(validations(domain)).toHaveLength(10);
    expect(names(await sessions(merchant, await payment(merchant)))).toEqual(['paze', 'apple_pay']);
  });
});

describe('the certificate of Apple Pay in browsers', () => {
  it.each([
    ['another text', { certificate: 'a-certificate' }],
    ['no key', { certificate_keys: null }],
    ['the key of another certificate', { certificate_keys: foreignMerchantIdentity.certificate_keys }],
  ])('%s is refused when an account is created or updated', async (_, change) => {
    const { merchant, account } = await aShop();
    const details = applePayOnTheWeb(newDomain(), change);
    const refused = wrongValue('certificate/certificate key');
    expect(statusAndBody(await requestAccount(merchant, details))).toEqual(refused);
    const path = `/account/${merchant.merchantId}/connectors/${account.merchant_connector_id}`;
    const update = { connector_type: 'payment_processor', connector_wallets_details: details };
    expect(statusAndBody(await merchant.api.post(path, update))).toEqual(refused);
  });

  it('is shown neither in the account nor in the list of accounts', async () => {
    const { merchant, account } = await aShop();
    await expectHidden(merchant, account);
  });

  it('in metadata, the older place, is sealed all the same, and a browser has its sessions', async () => {
    const merchant = await aMerchant(system, { connectors: [] });
    const metadata = { city: 'Paris', ...applePayOnTheWeb(newDomain()) };
    const connectors = `/account/${merchant.merchantId}/connectors`;
    const account = ok(await merchant.api.post(connectors, connectorBody('stripe_test', { ...both, metadata })));
    await expectHidden(merchant, account);
    const path = `${connectors}/${account.merchant_connector_id}`;
    const update = { connector_type: 'payment_processor', metadata: { ...account.metadata, city: 'Lyon' } };
    expect(ok(await merchant.api.post(path, update)).metadata).toEqual(update.metadata);
    expect(names(await sessions(merchant, await payment(merchant)))).toEqual(['apple_pay']);
  });
});

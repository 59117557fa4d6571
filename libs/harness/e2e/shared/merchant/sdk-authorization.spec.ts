import {
  aMerchant,
  apiAt,
  cardFields,
  ok,
  sharedSystem,
  type Api,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const created = async (): Promise<Json> => ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
/** A client SDK, which sends nothing but this header. */
const sdkWith = (authorization: string, more: Record<string, string> = {}): Api =>
  apiAt(system.baseUrl('gateway'), { authorization, ...more });
const changed = (authorization: string, from: string | RegExp, to: string): string =>
  Buffer.from(Buffer.from(authorization, 'base64').toString().replace(from, to)).toString('base64');

describe('a client SDK with the sdk_authorization of a payment', () => {
  it('confirms, retrieves and gets session tokens without a key', async () => {
    const { payment_id, sdk_authorization } = await created();
    const sdk = sdkWith(sdk_authorization);
    expect(ok(await sdk.get(`/payments/${payment_id}`))).toMatchObject({ status: 'requires_payment_method' });
    expect(ok(await sdk.post('/payments/session_tokens', { payment_id, wallets: [] }))).toMatchObject({ payment_id });
    expect(ok(await sdk.post(`/payments/${payment_id}/confirm`, cardFields()))).toMatchObject({ status: 'succeeded' });
  });

  it('needs no client session, and not that of another payment', async () => {
    const [mine, other] = [await created(), await created()];
    const bare = changed(mine.sdk_authorization, /client_session_id=[^,]+,/, '');
    expect(ok(await sdkWith(bare).get(`/payments/${mine.payment_id}`)).payment_id).toBe(mine.payment_id);
    const [session] = /client_session_id=[^,]+/.exec(Buffer.from(other.sdk_authorization, 'base64').toString())!;
    const swapped = changed(mine.sdk_authorization, /client_session_id=[^,]+/, session);
    expect(statusAndBody(await sdkWith(swapped).get(`/payments/${mine.payment_id}`))).toEqual(unauthorized);
  });

  it('gets the reduced view, also beside the publishable key', async () => {
    const { payment_id, sdk_authorization } = await created();
    const sdk = sdkWith(sdk_authorization, { 'api-key': merchant.publishableKey });
    const seen = ok(await sdk.get(`/payments/${payment_id}`));
    const byKey = ok(await merchant.client.get(`/payments/${payment_id}?client_secret=${seen.client_secret}`));
    expect(seen).toEqual(byKey);
  });

  it('reaches neither another payment nor a route for servers', async () => {
    const [mine, other] = [await created(), await created()];
    const sdk = sdkWith(mine.sdk_authorization);
    expect(statusAndBody(await sdk.get(`/payments/${other.payment_id}`))).toEqual(unauthorized);
    expect(statusAndBody(await sdk.post(`/payments/${other.payment_id}/confirm`, cardFields()))).toEqual(unauthorized);
    const { payment_id } = mine;
    for (const refused of [
      await sdk.post(`/payments/${payment_id}/cancel`, {}),
      await sdk.post('/refunds', { payment_id }),
      await sdk.post('/payments', { amount: 6540, currency: 'USD' }),
    ])
      expect(statusAndBody(refused)).toEqual(unauthorized);
  });

  it.each<[string, (authorization: string) => string]>([
    ['another client secret', (text) => changed(text, '_secret_', '_secret_x')],
    ['another publishable key', (text) => changed(text, 'publishable_key=pk_', 'publishable_key=pk_x')],
    ['another profile', (text) => changed(text, 'profile_id=pro_', 'profile_id=pro_x')],
    ['another client session', (text) => changed(text, 'client_session_id=cs_', 'client_session_id=cs_x')],
    ['an invented client session', (text) => changed(text, /client_session_id=[^,]+/, 'client_session_id=cs_1')],
    ['no client secret', (text) => changed(text, 'client_secret=', 'secret=')],
    ['other characters', (text) => `${text}!`],
  ])('with %s is refused as with a wrong key', async (_, tamper) => {
    const { payment_id, sdk_authorization } = await created();
    const answer = await sdkWith(tamper(sdk_authorization)).get(`/payments/${payment_id}`);
    expect(statusAndBody(answer)).toEqual(unauthorized);
  });

  it('after the session is refused as with a wrong key', async () => {
    const { payment_id, sdk_authorization } = await created();
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment_id}'`);
    expect(statusAndBody(await sdkWith(sdk_authorization).get(`/payments/${payment_id}`))).toEqual(unauthorized);
  });

  it('a server may send a header of its own beside its secret key', async () => {
    const { payment_id } = await created();
    const server = sdkWith('Basic dXNlcjpwYXNz', { 'api-key': merchant.apiKey });
    expect(ok(await server.get(`/payments/${payment_id}`))).toMatchObject({ payment_id });
  });
});

import {
  aMerchant,
  apiAt,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  absent,
  idLike,
  publishedKeys,
  timestamp,
  statusAndBody,
  unauthorized,
  unreadable,
  withoutPlace,
  wrongFormat,
} from '../../support/wire';

const system = sharedSystem();
const noMerchant = absent('Merchant account does not exist in our records');
const merchantWith = (account: object = {}) => aMerchant(system, { account, connectors: [] });

describe('API keys', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });
  const path = (keyId = '') => `/api_keys/${merchant.merchantId}${keyId && `/${keyId}`}`;
  const make = async (more: object = {}) =>
    ok(await system.admin.post(path(), { name: 'k', expiration: 'never', ...more }));
  const withKey = (key: string) => apiAt(system.baseUrl('gateway'), { 'api-key': key });
  const use = async (key: string) => (await withKey(key).get('/payments/pay_none')).status;
  const refused = (key: string) => eventually(async () => (await use(key)) === 401, { withinMs: 5_000 });
  const noKey = absent('API Key does not exist in our records');

  it('are returned once', async () => {
    const made = await make({ description: 'for the shop' });
    expect(made).toEqual({
      key_id: idLike('dev'),
      merchant_id: merchant.merchantId,
      name: 'k',
      description: 'for the shop',
      api_key: expect.stringMatching(/^dev_[0-9A-Za-z]{64}$/),
      created: timestamp,
      expiration: 'never',
    });
    expect(Object.keys(made)).toEqual(publishedKeys('CreateApiKeyResponse'));
    const { api_key: plain, ...rest } = made;
    const shown = ok(await system.admin.get(path(made.key_id)));
    expect(shown).toEqual({ ...rest, prefix: plain.slice(0, 12) });
    expect(Object.keys(shown)).toEqual(publishedKeys('RetrieveApiKeyResponse'));
    expect(ok(await system.admin.get(path('list')))).toContainEqual(shown);
    expect((await make()).description).toBeNull();
  });

  it('are listed in pages', async () => {
    const owner = await merchantWith();
    for (const name of ['b', 'c'])
      ok(await system.admin.post(`/api_keys/${owner.merchantId}`, { name, expiration: 'never' }));
    const list = async (query: string): Promise<Json[]> =>
      ok(await system.admin.get(`/api_keys/${owner.merchantId}/list${query}`));
    const all = await list('');
    expect(all).toHaveLength(3);
    expect(await list('?limit=2')).toEqual(all.slice(0, 2));
    expect(await list('?limit=2&skip=2')).toEqual(all.slice(2));
  });

  it('retain on update the fields that are not sent', async () => {
    const made = await make({ description: 'old' });
    const updated = ok(await system.admin.post(path(made.key_id), { name: 'new' }));
    expect(updated).toMatchObject({ key_id: made.key_id, name: 'new', description: 'old', expiration: 'never' });
    const later = '2035-01-01T00:00:00.000Z';
    expect(ok(await system.admin.post(path(made.key_id), { expiration: later }))).toMatchObject({ expiration: later });
    expect(ok(await system.admin.get(path(made.key_id)))).toMatchObject({ name: 'new', expiration: later });
    expect(await use(made.api_key)).toBe(404);
  });

  it('are refused after revocation, at once by the same gateway and within 5 s by others', async () => {
    const [here, elsewhere] = [await make(), await make()];
    expect(await use(here.api_key)).toBe(404);
    const revoked = ok(await system.admin.raw('DELETE', path(here.key_id)));
    expect(revoked).toEqual({ merchant_id: merchant.merchantId, key_id: here.key_id, revoked: true });
    expect(Object.keys(revoked)).toEqual(publishedKeys('RevokeApiKeyResponse'));
    expect(statusAndBody(await withKey(here.api_key).post('/payments', paymentBody()))).toEqual(unauthorized);
    expect(await use(elsewhere.api_key)).toBe(404);
    // As another replica would revoke it: this gateway has the key in its cache and receives no message.
    await rowsOf(system, `UPDATE gateway.api_keys SET revoked_at = now() WHERE key_id = '${elsewhere.key_id}'`);
    await refused(elsewhere.api_key);
    expect(statusAndBody(await system.admin.get(path(here.key_id)))).toEqual(noKey);
    expect(statusAndBody(await system.admin.raw('DELETE', path(here.key_id)))).toEqual(noKey);
    expect(statusAndBody(await system.admin.post(path(here.key_id), { expiration: 'never' }))).toEqual(noKey);
  });

  it('are refused once they have expired', async () => {
    const made = await make({ expiration: new Date(Date.now() + 3_000).toISOString() });
    expect(await use(made.api_key)).toBe(404);
    await refused(made.api_key);
    expect(ok(await system.admin.get(path(made.key_id)))).toMatchObject({ expiration: made.expiration });
  });

  it('get the same answer when missing, wrong, revoked or of another kind', async () => {
    const { merchantId } = merchant;
    for (const key of ['', 'dev_wrong', `dev_${'a'.repeat(64)}`, system.adminKey, merchant.publishableKey])
      expect(statusAndBody(await withKey(key).post('/payments', paymentBody()))).toEqual(unauthorized);
    expect(statusAndBody(await system.api.post('/payments', paymentBody()))).toEqual(unauthorized);
    for (const key of ['', 'test_admim', merchant.apiKey, merchant.publishableKey]) {
      expect(statusAndBody(await withKey(key).post('/accounts', { merchant_id: 'x' }))).toEqual(unauthorized);
      expect(statusAndBody(await withKey(key).post(path(), { name: 'k', expiration: 'never' }))).toEqual(unauthorized);
      expect(statusAndBody(await withKey(key).get(path('list')))).toEqual(unauthorized);
    }
    expect(statusAndBody(await system.admin.get(`/account/${merchantId}/business_profile`))).toEqual(unauthorized);
  });

  it('are unknown under a wrong id or an unknown merchant', async () => {
    const expected = { name: 'k', expiration: 'never' };
    expect(statusAndBody(await system.admin.get(path('dev_none')))).toEqual(noKey);
    expect(statusAndBody(await system.admin.post('/api_keys/unknown', expected))).toEqual(noMerchant);
    expect(statusAndBody(await system.admin.get('/api_keys/unknown/list'))).toEqual(noMerchant);
    const past = new Date(Date.now() - 1_000).toISOString();
    expect(statusAndBody(await system.admin.post(path(), { name: 'k', expiration: past }))).toEqual(
      wrongFormat('expiration', 'a moment in the future, or never'),
    );
    const wrong = withoutPlace(await system.admin.post(path(), { name: 'k', expiration: 'tomorrow' }));
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.code).toBe('IR_06');
    expect(withoutPlace(await system.admin.post(path(), { name: 'k' }))).toEqual(
      unreadable('Json deserialize error: missing field `expiration`'),
    );
  });
});

import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

it('an organization name is unique also among concurrent creations', async () => {
  const names = await Promise.all(
    Array.from({ length: 6 }, () => refusalOf(services.organizations.create({ organization_name: 'Acme' }, trace))),
  );
  expect(names.sort()).toEqual([...Array.from({ length: 5 }, () => 'already_exists'), 'done']);
  const other = await services.organizations.create({ organization_name: 'Other' }, trace);
  const rename = (name: string) =>
    services.organizations.update(other.organizationId, { organization_name: name, platform_merchant_id: 'any' });
  expect(await refusalOf(rename('Acme'))).toBe('already_exists');
  expect(await refusalOf(rename('Other'))).toBe('done');
  expect((await rename('Better')).organizationName).toBe('Better');
  expect(await services.organizations.retrieve(other.organizationId)).toMatchObject({ organizationName: 'Better' });
});

it('a merchant account without an organization creates one, which lists its accounts', async () => {
  const { organizationId } = await services.merchants.create({ merchant_id: 'shop_1' }, trace);
  expect(await services.organizations.retrieve(organizationId)).toMatchObject({ organizationName: null });
  await services.merchants.create({ merchant_id: 'shop_2', organization_id: organizationId }, trace);
  await services.merchants.create({ merchant_id: 'stranger' }, trace);
  const listed = async () =>
    (await services.merchants.listOfOrganization(organizationId)).map(({ merchantId }) => merchantId);
  expect(await listed()).toEqual(['shop_1', 'shop_2']);
  await services.closing.close('shop_1' as never, trace);
  expect(await listed()).toEqual(['shop_2']);
});

it('an unknown organization is not found', async () => {
  expect(await refusalOf(services.organizations.retrieve('org_none'))).toBe('not_found');
  expect(await refusalOf(services.organizations.update('org_none', { platform_merchant_id: 'any' }))).toBe('not_found');
  expect(await refusalOf(services.merchants.create({ merchant_id: 'lost', organization_id: 'org_none' }, trace))).toBe(
    'not_found',
  );
  expect(await services.merchants.listOfOrganization('org_none')).toEqual([]);
});

it('an unknown parent merchant is refused', async () => {
  const sub = (parent_merchant_id: string) =>
    services.merchants.create({ merchant_id: 'sub', sub_merchants_enabled: true, parent_merchant_id }, trace);
  expect(await refusalOf(sub('unknown'))).toBe('invalid_value');
  expect(await refusalOf(sub("x' OR 1=1"))).toBe('invalid_value');
  await services.merchants.create({ merchant_id: 'parent' }, trace);
  expect((await sub('parent')).details.parent_merchant_id).toBe('parent');
});

it('the kv flag is stored for one account and for all', async () => {
  const one = 'kv_1' as never;
  await services.merchants.create({ merchant_id: one }, trace);
  expect(await services.kvFlags.of(one)).toBe(false);
  await services.kvFlags.set(one, true, trace);
  expect(await services.kvFlags.of(one)).toBe(true);
  expect(await services.kvFlags.setAll(false, trace)).toBeGreaterThan(1);
  expect(await services.kvFlags.of(one)).toBe(false);
  for (const work of [services.kvFlags.of('unknown' as never), services.kvFlags.set('unknown' as never, true, trace)]) {
    expect(await refusalOf(work)).toBe('merchant_not_found');
  }
});

describe('a platform organization', () => {
  it('is made with its platform, and has one platform whatever happens', async () => {
    const { merchants, organizations } = services;
    const platform = await merchants.create({ merchant_id: 'mall', merchant_account_type: 'platform' }, trace);
    expect(platform).toMatchObject({ accountType: 'platform', platformMerchantId: null });
    const organization_id = platform.organizationId;
    expect(await organizations.retrieve(organization_id)).toMatchObject({
      organizationType: 'platform',
      platformMerchantId: 'mall',
    });
    const add = (merchant_id: string, merchant_account_type: 'standard' | 'platform' | 'connected') =>
      merchants.create({ merchant_id, merchant_account_type, organization_id }, trace);
    expect(await add('tea', 'connected')).toMatchObject({ accountType: 'connected', platformMerchantId: 'mall' });
    expect(await add('coffee', 'standard')).toMatchObject({ accountType: 'standard', platformMerchantId: null });
    expect(await refusalOf(add('mall_2', 'platform'))).toBe('invalid_request');
    const update = (platform_merchant_id: string) => organizations.update(organization_id, { platform_merchant_id });
    expect([await refusalOf(update('mall')), await refusalOf(update('tea'))]).toEqual(['done', 'invalid_value']);
    await merchants.update('tea' as never, { merchant_name: 'Tea' }, trace);
    expect(await merchants.retrieve('tea' as never)).toMatchObject({
      accountType: 'connected',
      platformMerchantId: 'mall',
    });
    await services.closing.close('mall' as never, trace);
    expect(await refusalOf(add('mall_3', 'platform'))).toBe('invalid_request');
    expect(await services.cache.account('tea')).toMatchObject({ accountType: 'connected', customersOf: 'mall' });
    expect(await services.cache.account('coffee')).toMatchObject({ accountType: 'standard', customersOf: 'coffee' });
  });

  it('gets one of several concurrent platforms', async () => {
    const { organizationId } = await services.organizations.create({ organization_name: 'Converted' }, trace);
    await db.database.change([], (sql) =>
      sql.query(`UPDATE organizations SET organization_type = 'platform' WHERE organization_id = $1`, [organizationId]),
    );
    const add = (merchant_id: string) => {
      const sent = { merchant_id, merchant_account_type: 'platform', organization_id: organizationId } as const;
      return refusalOf(services.merchants.create(sent, trace));
    };
    const made = await Promise.all(['race_1', 'race_2', 'race_3', 'race_4'].map(add));
    expect(made.sort()).toEqual(['done', 'invalid_request', 'invalid_request', 'invalid_request']);
  });

  it('limits its platform to its own accounts', async () => {
    const { merchants } = services;
    const own = await merchants.create({ merchant_id: 'own_mall', merchant_account_type: 'platform' }, trace);
    const other = await merchants.create({ merchant_id: 'other_mall', merchant_account_type: 'platform' }, trace);
    const connected = { merchant_id: 'own_tea', merchant_account_type: 'connected' } as const;
    const elsewhere = { ...connected, organization_id: other.organizationId };
    expect(await refusalOf(merchants.create(elsewhere, trace, own.organizationId))).toBe('invalid_request');
    expect(await refusalOf(merchants.listOfOrganization(other.organizationId, own.organizationId))).toBe(
      'invalid_request',
    );
    const made = await merchants.create(connected, trace, own.organizationId);
    expect(made).toMatchObject({ organizationId: own.organizationId, platformMerchantId: 'own_mall' });
  });
});

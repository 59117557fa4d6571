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

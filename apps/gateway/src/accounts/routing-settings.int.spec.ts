import { refuse } from '@payorch/contracts';
import type { MerchantId, RoutingAlgorithmId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';
import { noRouting, type ActivatedAlgorithm, type RoutingState } from './domain/routing-state';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

let made = 0;
async function aMerchant() {
  const { merchantId, defaultProfileId } = await services.merchants.create({ merchant_id: `acme_${++made}` }, trace);
  return { merchantId, profileId: defaultProfileId! };
}
const algorithm = (id: string): ActivatedAlgorithm => ({
  algorithmId: id as RoutingAlgorithmId,
  kind: 'single',
  data: { connector: 'stripe_test' },
  activatedAt: '2026-01-05T10:00:00.000Z',
  record: { id, name: 'Ours' },
});
const withActive = (active: ActivatedAlgorithm | null) => (state: RoutingState) => ({
  ...state,
  payment: { ...state.payment, active },
});

/** Every published state of a profile's routing. */
async function published(merchantId: MerchantId, profileId: string): Promise<Record<string, unknown>[]> {
  await services.relay.publish();
  return services.producer.sent
    .filter(({ key }) => key === `routing/${merchantId}/${profileId}`)
    .map(({ value }) => JSON.parse(value.toString()) as Record<string, unknown>);
}
const messageOf = (active: ActivatedAlgorithm | null) => {
  const { record: _, ...shown } = active ?? { record: null };
  return { ...noRouting, payment: { active: active && shown, defaultOrder: null } };
};

it('a change holds from the next account version, and its message has what it replaced', async () => {
  const { merchantId, profileId } = await aMerchant();
  const [one, two] = [algorithm('routing_1'), algorithm('routing_2')];
  const first = await services.routing.change(merchantId, profileId, trace, withActive(one));
  expect(first).toEqual({ before: noRouting, after: withActive(one)(noRouting) });
  await services.routing.change(merchantId, profileId, trace, withActive(two));
  expect((await services.routing.retrieve(merchantId, profileId)).state.payment.active).toEqual(two);
  const about = { merchantId, profileId, updatedAt: expect.any(String) as string, deleted: false };
  expect(await published(merchantId, profileId)).toEqual([
    { ...about, ...messageOf(one), accountVersion: 2, before: null },
    { ...about, ...messageOf(two), accountVersion: 3, before: { ...messageOf(one), accountVersion: 2 } },
  ]);
});

it('a refused change changes nothing and publishes nothing', async () => {
  const { merchantId, profileId } = await aMerchant();
  const refused = refuse('precondition_failed', { message: 'no' });
  expect(await refusalOf(services.routing.change(merchantId, profileId, trace, () => refused))).toBe(refused.code);
  expect((await services.routing.retrieve(merchantId, profileId)).state).toEqual(noRouting);
  expect(await published(merchantId, profileId)).toEqual([]);
});

it('concurrent changes follow each other', async () => {
  const { merchantId, profileId } = await aMerchant();
  const ids = ['routing_1', 'routing_2', 'routing_3', 'routing_4'];
  const changes = await Promise.all(
    ids.map((id) => services.routing.change(merchantId, profileId, trace, withActive(algorithm(id)))),
  );
  const replaced = changes.map(({ before }) => before.payment.active?.algorithmId);
  const last = (await services.routing.retrieve(merchantId, profileId)).state.payment.active?.algorithmId;
  expect([...replaced, last].sort()).toEqual([...ids, undefined].sort());
  const versions = (await published(merchantId, profileId)).map(({ accountVersion }) => accountVersion);
  expect(versions).toEqual([2, 3, 4, 5]);
});

it('several profiles change at once, with one account version', async () => {
  const { merchantId, profileId } = await aMerchant();
  const { profileId: second } = await services.profiles.create(merchantId, { profile_name: 'second' }, trace);
  const connector = {
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    profile_id: second,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
  };
  const { merchantConnectorId } = await services.connectors.create(merchantId, connector, trace);
  const all = await services.routing.list(merchantId);
  expect(all.map((one) => [one.profileId, one.accounts.map((account) => account.merchantConnectorId)])).toEqual([
    [profileId, []],
    [second, [merchantConnectorId]],
  ]);
  await services.routing.changeProfiles(merchantId, trace, (profiles) =>
    profiles.map((one) => ({ ...one, state: withActive(algorithm('routing_1'))(one.state) })),
  );
  const versions = [profileId, second].map(async (id) =>
    (await published(merchantId, id)).map(({ accountVersion }) => accountVersion),
  );
  expect(await Promise.all(versions)).toEqual([[4], [4]]);
});

it('a profile that is deleted, and a merchant account, take their settings with them', async () => {
  const { merchantId, profileId } = await aMerchant();
  const { profileId: second } = await services.profiles.create(merchantId, { profile_name: 'second' }, trace);
  for (const id of [profileId, second])
    await services.routing.change(merchantId, id, trace, withActive(algorithm('routing_1')));
  const gone = { ...messageOf(null), before: null, deleted: true };
  await services.profiles.delete(merchantId, second, trace);
  expect((await published(merchantId, second)).at(-1)).toMatchObject({ ...gone, accountVersion: 5 });
  expect((await services.routing.list(merchantId)).map((one) => one.profileId)).toEqual([profileId]);
  await services.closing.close(merchantId, trace);
  expect((await published(merchantId, profileId)).at(-1)).toMatchObject({ ...gone, accountVersion: 6 });
  const rows = await db.database.read([merchantId], (sql) => sql.query('SELECT * FROM routing_settings'));
  expect(rows).toEqual([]);
});

it('a profile of another merchant is not found', async () => {
  const [ours, theirs] = [await aMerchant(), await aMerchant()];
  const change = services.routing.change(ours.merchantId, theirs.profileId, trace, withActive(null));
  expect(await refusalOf(change)).toBe('profile_not_found');
  expect(await refusalOf(services.routing.retrieve(ours.merchantId, theirs.profileId))).toBe('profile_not_found');
});

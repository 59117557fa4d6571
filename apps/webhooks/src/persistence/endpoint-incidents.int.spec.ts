import type { FreshDatabase } from '@payorch/harness';
import { freshSchema } from '@payorch/harness';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { profileSettings } from '@payorch/contracts';
import { AccountSettings } from '@payorch/platform/kafka';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { metrics, silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { aProfile, aRequest, incoming } from '../../test/builders';
import { incidents } from '../ops/incidents';
import { database } from './database';
import { EndpointIncidents, isConfiguredIn } from './endpoint-incidents';
import { enableEndpoint, noteFailures } from './endpoint-rows';

const merchantId = 'acme_1' as MerchantId;
const profileId = 'pro_1' as ProfileId;
const own = { merchantId, profileId, endpointId: profileId as string };
const webhook = { url: 'https://shop.example', paymentStatuses: null, refundStatuses: null, payoutStatuses: null };
const further = { ...own, endpointId: 'whe_1' };

describe('incidents of webhook endpoints', () => {
  let fresh: FreshDatabase & { readonly url: string };
  let dataSource: DataSource;
  const settings = new AccountSettings();
  const sweep = () => new EndpointIncidents(dataSource, { everyMs: 60_000, settings, logger: silentLogger });

  const inAll = <T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> =>
    inTransaction(dataSource, { merchants: 'every' }, work);
  const listed = async (withResolved = true) =>
    (await inAll((sql) => incidents.list(sql, withResolved, 10))).data.filter(
      ({ merchant_id }) => merchant_id === merchantId,
    );
  /** The first failure, and the one that disables. */
  const disable = async (...endpoints: (typeof own)[]): Promise<void> => {
    for (const _ of [1, 2])
      await inTransaction(dataSource, { merchants: [merchantId] }, (sql) => noteFailures(sql, endpoints, 0));
  };
  const enable = (endpoint: typeof own): Promise<void> =>
    inTransaction(dataSource, { merchants: [merchantId] }, (sql) => enableEndpoint(sql, endpoint, 'req_1'));
  const configure = (accountVersion: number, deleted: boolean): void => {
    const data = aProfile({
      merchantId,
      profileId,
      accountVersion,
      deleted,
      webhook,
      webhookEndpoints: [{ endpointId: 'whe_1', url: 'https://shop.example/hooks', eventTypes: null }],
    });
    settings.apply({ ...incoming(aRequest()), message: profileSettings as never, data, key: null });
  };
  let version = 0;

  beforeAll(async () => {
    fresh = await freshSchema('webhooks');
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await fresh.drop();
  });
  beforeEach(() => configure(++version, false));
  afterEach(() => inAll((sql) => sql.query('DELETE FROM incidents').then(() => sql.query('DELETE FROM endpoints'))));

  it('open once with the disabling, name the enabling route, and are resolved by it', async () => {
    await disable(own, further);
    await disable(own, further);
    const open = await listed();
    expect(open).toHaveLength(2);
    expect(open.find(({ object_id }) => object_id === 'whe_1')).toMatchObject({
      object: 'webhook_endpoint',
      merchant_id: merchantId,
      kind: 'endpoint_disabled',
      state: 'disabled',
      still_needs: 'POST /account/acme_1/business_profile/pro_1/webhook_endpoints/whe_1/enable',
      resolved_at: null,
    });
    await enable(further);
    const [resolved] = (await listed()).filter(({ resolved_at }) => resolved_at !== null);
    expect(resolved).toMatchObject({ object_id: 'whe_1', state: 'enabled', still_needs: null });
    expect(resolved!.history.map(({ event, by, reason, request_id }) => [event, by, reason, request_id])).toEqual([
      ['opened', null, null, null],
      ['resolved', 'webhooks', 'the endpoint was enabled', 'req_1'],
    ]);
    expect((await listed(false)).map(({ object_id }) => object_id)).toEqual([profileId]);
  });

  it('open again when an endpoint is disabled again, and not when an operator resolved them', async () => {
    await disable(own);
    await enable(own);
    await disable(own);
    const [again] = await listed(false);
    expect(await listed()).toHaveLength(2);
    const resolution = { incidentId: again!.incident_id, resolvedBy: 'ada', reason: 'the merchant knows' };
    expect(await inAll((sql) => incidents.resolve(sql, resolution, 'req_2'))).toMatchObject({
      state: 'disabled',
      still_needs: expect.stringContaining('/enable') as string,
    });
    await disable(own);
    await sweep().round();
    expect(await listed(false)).toEqual([]);
    expect(await listed()).toHaveLength(2);
  });

  it('of endpoints that the last release disabled are opened, and counted', async () => {
    await disable(own);
    await inAll((sql) => sql.query('DELETE FROM incidents'));
    const counted = jest.spyOn(metrics, 'setIncidents');
    await sweep().round();
    expect(counted).toHaveBeenLastCalledWith(1);
    await sweep().round();
    expect(await listed()).toHaveLength(1);
    counted.mockRestore();
  });

  it('of an endpoint whose merchant is deleted are resolved, and a late failure opens none that stays', async () => {
    await disable(own, further);
    configure(++version, true);
    await sweep().round();
    expect(await listed(false)).toEqual([]);
    const reasons = (await listed()).map(({ history }) => history.at(-1)?.reason);
    expect(reasons).toEqual(Array(2).fill('the endpoint was deleted'));
    await disable(own);
    await sweep().round();
    expect(await listed(false)).toEqual([]);
    expect(await inAll((sql) => sql.query('SELECT FROM endpoints WHERE disabled_at IS NOT NULL'))).toEqual([]);
  });
});

it.each([
  ['the address of the profile', profileId, true],
  ['a further endpoint', 'whe_1', true],
  ['a deleted endpoint', 'whe_2', false],
])('the settings decide whether %s is configured', (_, endpointId, expected) => {
  const profile = aProfile({
    webhook,
    webhookEndpoints: [{ endpointId: 'whe_1', url: 'https://shop.example', eventTypes: null }],
  });
  expect(isConfiguredIn({ profile: () => profile })({ ...own, endpointId })).toBe(expected);
  expect(isConfiguredIn({ profile: () => ({ ...profile, webhook: null }) })({ ...own, endpointId })).toBe(
    expected && endpointId !== profileId,
  );
  expect(isConfiguredIn({ profile: () => undefined })({ ...own, endpointId })).toBe(false);
});

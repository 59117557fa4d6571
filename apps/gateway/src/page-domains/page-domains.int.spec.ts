import { isRefusal, type Refusal } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import type { Profile } from '../accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import type { PageDomain } from './domain/page-domain';
import type { DomainCheck } from './domain-proofs';
import type { CheckedDomain } from './domain/page-domain.view';
import { PageDomainChecks } from './page-domain-checks';
import { PageDomains } from './page-domains';
import { PageDomainRepository } from './persistence/page-domain.repository';

let db: GatewayDatabase;
/** The challenges that are at their domains now. */
let placed: Set<string>;
let checks: string[];
beforeAll(async () => void (db = await gatewayDatabase()));
afterAll(() => db.close());
beforeEach(async () => {
  [placed, checks] = [new Set(), []];
  await db.database.change('every', (sql) => sql.query('DELETE FROM page_domains'));
});

const callerOf = (merchantId: string, profileId: string | null = null) => ({
  merchantId: merchantId as MerchantId,
  profileId: profileId as ProfileId | null,
});
const [acme, other] = [callerOf('acme'), callerOf('other')];
const name = 'pay.acme.example';

function gateway() {
  const { database } = db;
  const domains = new PageDomainRepository();
  const proofs = {
    check: async ({ challenge }: Pick<PageDomain, 'challenge'>): Promise<DomainCheck> => {
      checks.push(challenge);
      return { record: placed.has(challenge) ? 'found' : 'missing', file: 'missing' };
    },
  };
  const terms = () => ({ now: new Date(), everyMs: 86_400_000, failedChecks: 3 });
  const profiles = {
    retrieve: async (merchantId: MerchantId, profileId: string) => ({ merchantId, profileId }) as unknown as Profile,
  };
  const limits = { domainVerification: async () => undefined };
  const service = new PageDomains({ database, domains, profiles, limits, terms, proofs });
  const worker = new PageDomainChecks({
    database,
    domains,
    terms,
    searchEveryMs: 60_000,
    proofs,
    logger: silentLogger,
  });
  return { service, worker };
}

const { service, worker } = { service: () => gateway().service, worker: () => gateway().worker };
const done = <T>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new Error(result.code);
  return result;
};
const register = async (caller = acme, sent: object = {}): Promise<PageDomain> =>
  done(await service().register({ domain: name, ...sent }, caller, trace));
const verify = (caller = acme): Promise<CheckedDomain | Refusal> => service().verify(name, caller);
const serves = (caller = acme, profileId: string | null = 'pro_1') =>
  service().serves(caller.merchantId, name, profileId as ProfileId | null);
const makeDue = () =>
  db.database.change('every', (sql) =>
    sql.query(`UPDATE page_domains SET next_check_at = now() WHERE next_check_at IS NOT NULL`),
  );

it('a domain serves pages from its proof on, and not after its deletion', async () => {
  const { challenge } = await register();
  expect(await verify()).toMatchObject({ domain: { state: 'pending' }, check: { record: 'missing' } });
  expect(await serves()).toBe(false);
  placed.add(challenge);
  expect(await verify()).toMatchObject({ domain: { state: 'verified' }, check: { record: 'found' } });
  expect(await serves()).toBe(true);
  expect(await service().serves(acme.merchantId, 'PAY.acme.example.', null)).toBe(true);
  done(await service().delete(name, acme));
  expect(await serves()).toBe(false);
  expect(await service().retrieve(name, acme)).toMatchObject({ code: 'not_found' });
});

it('a repeated registration is refused, and keeps the challenge', async () => {
  const { challenge } = await register();
  expect(await service().register({ domain: 'Pay.ACME.example' }, acme, trace)).toMatchObject({
    code: 'already_exists',
  });
  expect(await service().retrieve(name, acme)).toMatchObject({ challenge });
});

it('the proof of one merchant is none of another, whose domain stays pending until the first one is gone', async () => {
  const [own, theirs] = [await register(), await register(other)];
  placed.add(own.challenge);
  done(await verify());
  expect(await verify(other)).toMatchObject({ domain: { state: 'pending' } });
  placed.add(theirs.challenge);
  expect(await verify(other)).toMatchObject({ code: 'already_exists' });
  expect([await serves(), await serves(other)]).toEqual([true, false]);
  done(await service().delete(name, acme));
  done(await verify(other));
  expect([await serves(), await serves(other)]).toEqual([false, true]);
});

it('of two merchants who prove one domain at the same time, one has it', async () => {
  for (let round = 0; round < 5; round++) {
    for (const caller of [acme, other]) placed.add((await register(caller)).challenge);
    const results = await Promise.all([verify(), verify(other)]);
    expect(results.filter((result) => isRefusal(result) && result.code === 'already_exists')).toHaveLength(1);
    expect([await serves(), await serves(other)].filter(Boolean)).toHaveLength(1);
    for (const caller of [acme, other]) done(await service().delete(name, caller));
  }
});

it('a merchant that registers domains at the same time has at most 100', async () => {
  await db.database.change('every', (sql) =>
    sql.query(
      `INSERT INTO page_domains (merchant_id, domain, challenge, state)
       SELECT 'acme', 'd' || n || '.acme.example', 'c' || n, 'pending' FROM generate_series(1, 97) AS n`,
    ),
  );
  const names = Array.from({ length: 8 }, (_, n) => `more${n}.acme.example`);
  const results = await Promise.all(names.map((domain) => service().register({ domain }, acme, trace)));
  expect(results.filter((result) => !isRefusal(result))).toHaveLength(3);
  expect(await service().list(acme)).toHaveLength(100);
  expect(await register(other)).toMatchObject({ state: 'pending' });
});

it('a domain of a profile serves its links only, and other profiles do not see it', async () => {
  placed.add((await register(acme, { profile_id: 'pro_1' })).challenge);
  done(await verify());
  expect([await serves(), await serves(acme, 'pro_2'), await serves(acme, null)]).toEqual([true, false, false]);
  expect(await service().list(callerOf('acme', 'pro_1'))).toHaveLength(1);
  expect(await service().list(callerOf('acme', 'pro_2'))).toEqual([]);
  expect(await service().delete(name, callerOf('acme', 'pro_2'))).toMatchObject({ code: 'not_found' });
  expect(await service().delete(name, other)).toMatchObject({ code: 'not_found' });
  expect(await serves()).toBe(true);
});

it('a domain lapses with the third daily check without a proof, and is proven again', async () => {
  const { challenge } = await register();
  placed.add(challenge);
  done(await verify());
  await worker().round();
  expect(checks).toHaveLength(1);
  placed.clear();
  for (const expected of [true, true, false]) {
    await makeDue();
    await worker().round();
    expect(await serves()).toBe(expected);
  }
  expect(await service().retrieve(name, acme)).toMatchObject({ state: 'lapsed', failedChecks: 3, nextCheckAt: null });
  placed.add(challenge);
  done(await verify());
  expect(await serves()).toBe(true);
});

it('a proof that comes back in time ends the count of failures', async () => {
  const { challenge } = await register();
  placed.add(challenge);
  done(await verify());
  for (const isPlaced of [false, false, true, false, false]) {
    if (isPlaced) placed.add(challenge);
    else placed.clear();
    await makeDue();
    await worker().round();
  }
  expect(await service().retrieve(name, acme)).toMatchObject({ state: 'verified', failedChecks: 2 });
});

it('several gateways check a domain that is due once', async () => {
  placed.add((await register()).challenge);
  done(await verify());
  checks = [];
  await makeDue();
  await Promise.all([worker().round(), worker().round(), worker().round()]);
  expect(checks).toHaveLength(1);
});

import { InvariantError, Secret, type MerchantId } from '@payorch/kernel';
import { operator } from '@payorch/platform/postgres';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testResponses, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import type { NewApiKey } from '../api-keys/api-keys';
import { ApiKeyHashes } from '../auth/domain/api-key-hashes';
import { RefusalError, StoredResponse } from '../errors/errors';
import type { Claim, KeyPlace } from '../request/claim';
import { changeAndView, type ViewedChange } from './change-with-response';
import { Idempotency } from './idempotency';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

let open: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
const merchantId = 'acme' as MerchantId;
let profileId: string;
let connectorId: string;
beforeAll(async () => {
  open = await gatewayDatabase();
  services = accountServices(open.database);
  const account = await services.merchants.create({ merchant_id: merchantId }, trace);
  profileId = account.defaultProfileId!;
  connectorId = (await services.connectors.create(merchantId, connector('first'), trace)).merchantConnectorId;
  await services.configs.create({ key: 'max_auto_retries_enabled_there', value: '1' }, trace);
  for (const code of ['there', 'going']) await services.gsmRules.create(gsmRule(code), trace);
});
afterAll(() => open.close());

const connector = (label: string) => ({
  connector_type: 'payment_processor',
  connector_name: 'stripe_test',
  connector_label: label,
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_1' },
});
const acquirer = {
  acquirer_assigned_merchant_id: 'M123',
  merchant_name: 'Acme',
  network: 'Visa',
  acquirer_bin: '438309',
};
const gsmKey = (code: string) => ({ connector: 'stripe', flow: 'Authorize', sub_flow: 'sub', code, message: 'm' });
const gsmRule = (code: string) => ({ ...gsmKey(code), status: 'Failure', decision: 'retry' as const });

const withLease = (leaseMs: number) =>
  new Idempotency(
    open.database,
    new IdempotencyKeyRepository(),
    testResponses(),
    new ApiKeyHashes([new Secret('digest secret')]),
    { add: () => undefined, remove: () => undefined },
    { idempotencyLeaseMs: leaseMs },
  );
let counted = 0;
const placeOf = (owner: string): KeyPlace => ({ merchantId: owner, route: 'POST /x', key: `key ${counted++}` });
const request = { url: '/x', caller: ['admin'], body: {} };
const under = (claim: Claim) => ({ ...trace, claim });
const answerOf = (work: Promise<unknown>) =>
  work.then(
    (value) => Promise.reject(new Error(`not answered from memory: ${JSON.stringify(value)}`)),
    (error: unknown) => (error instanceof StoredResponse ? error.response : Promise.reject(error as Error)),
  );
const count = async () =>
  open.database.read('every', async (sql) => {
    const tables = ['organizations', 'merchant_accounts', 'profiles', 'merchant_connector_accounts', 'api_keys'];
    const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
    return (await sql.query(`SELECT ${counts.join(', ')}`))[0];
  });

type Work = (by: ViewedChange<unknown>) => Promise<unknown>;
/** Every POST that changes the gateway's own tables. */
const changes: readonly [string, string, Work][] = [
  ['an organization', operator, (by) => services.organizations.create({ organization_name: 'One' }, by)],
  ['a merchant account', operator, (by) => services.merchants.create({ merchant_id: 'made_once' }, by)],
  ['a change of it', operator, (by) => services.merchants.update(merchantId, { merchant_name: 'Acme' }, by)],
  ['a flag of it', operator, (by) => services.kvFlags.set(merchantId, true, by)],
  ['a flag of all', operator, (by) => services.kvFlags.setAll(false, by)],
  ['an API key', operator, (by) => services.keys.create(merchantId, { name: 'k', expiration: 'never' }, by)],
  ['a profile', merchantId, (by) => services.profiles.create(merchantId, { profile_name: 'two' }, by)],
  ['a change of it', merchantId, (by) => services.profiles.update(merchantId, profileId, { profile_name: 'one' }, by)],
  ['an acquirer', merchantId, (by) => services.acquirers.create(merchantId, profileId, acquirer, by)],
  [
    'an account at a processor',
    merchantId,
    (by) => services.connectors.create(merchantId, { ...connector('second'), profile_id: profileId }, by),
  ],
  ['a change of it', merchantId, (by) => services.connectors.update(merchantId, connectorId, connector('renamed'), by)],
  ['a rule', operator, (by) => services.gsmRules.create(gsmRule('new'), by)],
  [
    'a change of it',
    operator,
    (by) => services.gsmRules.update(gsmKey('there'), { decision: 'do_default' as const }, by),
  ],
  ['its end', operator, (by) => services.gsmRules.delete(gsmKey('going'), by)],
  ['a config', operator, (by) => services.configs.create({ key: 'max_auto_retries_enabled_new', value: '1' }, by)],
  [
    'a change of it',
    operator,
    (by) => services.configs.update({ key: 'max_auto_retries_enabled_there', value: '2' }, by),
  ],
];

describe('a change under an idempotency key whose gateway dies after the commit', () => {
  it.each(changes)('a retry (%s, of %s) is answered at once and changes nothing', async (_, owner, work) => {
    const place = placeOf(owner);
    const idempotency = withLease(60_000);
    const claim = await idempotency.claim(place, request);
    const view = await changeAndView(under(claim), (result) => ({ result }), work);
    const before = await count();

    // The response was not stored separately, and the lease still runs.
    const replayed = await answerOf(idempotency.claim(place, request));
    expect(replayed).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(view),
      headers: { 'idempotent-replayed': 'true' },
    });
    // A late attempt finds the change done.
    const late = await answerOf(changeAndView(under(claim), (result) => ({ result }), work));
    expect(late).toEqual(replayed);
    expect(await count()).toEqual(before);
  });
});

describe('a change under an idempotency key', () => {
  const makeKey = (by: ViewedChange<NewApiKey>) =>
    services.keys.create(merchantId, { name: 'k', expiration: 'never' }, by);
  const plain = ({ plainKey }: NewApiKey) => ({ plainKey });

  it('one of two concurrent attempts makes the change; both return the same response', async () => {
    const place = placeOf(operator);
    const idempotency = withLease(0);
    const claims = [await idempotency.claim(place, request), await idempotency.claim(place, request)];
    expect(claims[1]!.commandId).toBe(claims[0]!.commandId);
    const before = await count();
    const tries = await Promise.allSettled(claims.map((claim) => changeAndView(under(claim), plain, makeKey)));
    const [done] = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [replayed] = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as StoredResponse] : []));
    expect(JSON.parse(replayed!.response.body)).toEqual(done);
    expect(Number((await count())!['api_keys'])).toBe(Number(before!['api_keys']) + 1);
  });

  it('a refused change stores no response, and a deleted claim changes nothing', async () => {
    const place = placeOf(operator);
    const idempotency = withLease(0);
    const claim = await idempotency.claim(place, request);
    const twice = (by: ViewedChange<unknown>) => services.merchants.create({ merchant_id: merchantId }, by);
    await expect(changeAndView(under(claim), (made) => made, twice)).rejects.toThrow(RefusalError);
    const refused = { status: 400, type: 'application/json', body: '{}' };
    expect(await idempotency.finish(claim, refused)).toEqual(refused);
    const before = await count();
    expect(await answerOf(changeAndView(under(claim), plain, makeKey))).toMatchObject({ status: 409 });
    expect(await count()).toEqual(before);
  });

  it('a refused attempt gets the stored response of another attempt', async () => {
    const place = placeOf(operator);
    const idempotency = withLease(0);
    const [slow, quick] = [await idempotency.claim(place, request), await idempotency.claim(place, request)];
    const view = await changeAndView(under(quick), plain, makeKey);
    const refused = { status: 400, type: 'application/json', body: '{}' };
    expect(await idempotency.finish(slow, refused)).toMatchObject({ status: 200, body: JSON.stringify(view) });
  });

  it('a change without a view throws', async () => {
    const claim = await withLease(60_000).claim(placeOf(operator), request);
    await expect(makeKey(under(claim))).rejects.toThrow(InvariantError);
  });
});

import { aMerchant, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { absent, idLike, missing, notAllowed, precondition, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await aMerchant(system)));

const noAlgorithm = absent('Resource ID does not exist in our records');

const comparison = (lhs: string, is: string, type: string, value: unknown) => ({
  lhs,
  comparison: is,
  metadata: {},
  value: { type, value },
});
const program = {
  defaultSelection: { decision: 'challenge_requested' },
  rules: [
    {
      name: 'low amounts of European issuers',
      connectorSelection: { decision: 'three_ds_exemption_requested_low_value' },
      statements: [
        {
          condition: [comparison('amount', 'less_than', 'number', 3000)],
          nested: [
            {
              condition: [comparison('issuer_country', 'equal', 'enum_variant_array', ['France', 'Germany'])],
              nested: null,
            },
          ],
        },
      ],
    },
  ],
  metadata: { owner: 'risk team' },
};
const body = (more: object = {}) => ({
  name: 'Low amounts',
  description: 'Exempts low amounts',
  profile_id: merchant.profileId,
  algorithm: { type: 'three_ds_decision_rule', data: program },
  ...more,
});
const withData = (data: object) => body({ algorithm: { type: 'three_ds_decision_rule', data } });
const create = async (more: object = {}, headers: Record<string, string> = {}): Promise<Json> =>
  ok(await merchant.api.post('/routing', body(more), headers));
const execute = (routing_id: string, more: object = {}, { api }: Pick<TestMerchant, 'api'> = merchant) =>
  api.post('/three_ds_decision/execute', { routing_id, payment: { amount: 2999, currency: 'EUR' }, ...more });

it('a rule is stored, shown and executed', async () => {
  const record = await create({ transaction_type: 'three_ds_authentication' });
  const { created_at } = record;
  expect(record).toEqual({
    id: idLike('routing'),
    profile_id: merchant.profileId,
    name: 'Low amounts',
    kind: 'three_ds_decision_rule',
    description: 'Exempts low amounts',
    created_at: expect.any(Number) as number,
    modified_at: created_at as number,
    algorithm_for: 'three_ds_authentication',
    decision_engine_routing_id: null,
  });
  expect(ok(await merchant.api.get(`/routing/${record.id}`))).toEqual({
    id: record.id,
    profile_id: merchant.profileId,
    name: 'Low amounts',
    description: 'Exempts low amounts',
    algorithm: { type: 'three_ds_decision_rule', data: program },
    created_at,
    modified_at: created_at,
    algorithm_for: 'three_ds_authentication',
  });
  const germany = { issuer: { name: 'A bank', country: 'Germany' } };
  expect(ok(await execute(record.id, germany))).toEqual({ decision: 'three_ds_exemption_requested_low_value' });
  expect(ok(await execute(record.id))).toEqual({ decision: 'challenge_requested' });
  const high = { ...germany, payment: { amount: 3000, currency: 'EUR' } };
  expect(ok(await execute(record.id, high))).toEqual({ decision: 'challenge_requested' });
});

it('a list has the records of the merchant, newest first', async () => {
  const shop = await aMerchant(system);
  const profiles = `/account/${shop.merchantId}/business_profile`;
  const second = ok(await shop.api.post(profiles, { profile_name: 'second' })).profile_id as string;
  const made: Json[] = [];
  for (const [name, profile_id] of Object.entries({ a: shop.profileId, b: shop.profileId, c: second }))
    made.unshift(ok(await shop.api.post('/routing', body({ name, profile_id }))));
  const [c, b, a] = made;
  const list = async (query = '', headers: Record<string, string> = {}) =>
    ok(await shop.api.get(`/routing${query}`, headers));
  expect(await list()).toEqual({ merchant_id: shop.merchantId, active_id: null, records: [c, b, a] });
  expect((await list('?limit=1&offset=1')).records).toEqual([b]);
  expect((await list(`?profile_id=${second}`)).records).toEqual([c]);
  expect((await list('', { 'x-profile-id': second })).records).toEqual([c]);
  expect(statusAndBody(await shop.api.get('/routing?profile_id=pro_x'))).toEqual(
    absent('Business profile with the given id pro_x does not exist'),
  );
  const ofSecond = { 'x-profile-id': second };
  expect(statusAndBody(await shop.api.get(`/routing/${a?.id}`, ofSecond))).toEqual(noAlgorithm);
  expect(ok(await shop.api.get(`/routing/${c?.id}`, ofSecond)).name).toBe('c');
  expect(statusAndBody(await shop.api.post('/routing', body({ profile_id: shop.profileId }), ofSecond))).toEqual(
    absent(`Business profile with the given id ${shop.profileId} does not exist`),
  );
});

it('a retry under its idempotency key stores one rule', async () => {
  const key = { 'idempotency-key': 'one-rule' };
  const record = await create({ name: 'Once' }, key);
  expect(await create({ name: 'Once' }, key)).toEqual(record);
  const { records } = ok(await merchant.api.get('/routing'));
  expect(records.filter(({ name }: Json) => name === 'Once')).toEqual([record]);
});

it('a rule of another merchant does not exist, and a browser has no access', async () => {
  const { id } = await create();
  const other = await aMerchant(system);
  expect(statusAndBody(await other.api.get(`/routing/${id}`))).toEqual(noAlgorithm);
  expect(statusAndBody(await execute(id, {}, other))).toEqual(noAlgorithm);
  expect(ok(await other.api.get('/routing')).records).toEqual([]);
  const { profileId: profile_id } = other;
  expect(statusAndBody(await merchant.api.post('/routing', body({ profile_id })))).toEqual(
    absent(`Business profile with the given id ${profile_id} does not exist`),
  );
  for (const answer of [
    await merchant.client.post('/routing', body()),
    await merchant.client.get('/routing'),
    await merchant.client.get(`/routing/${id}`),
    await execute(id, {}, { api: merchant.client }),
  ])
    expect(statusAndBody(answer)).toEqual(unauthorized);
});

it.each(['routing_unknown', '..%2Fhealth', 'x'.repeat(200)])('the id %s does not exist', async (id) => {
  expect(statusAndBody(await merchant.api.get(`/routing/${id}`))).toEqual(noAlgorithm);
  expect(statusAndBody(await execute(id))).toEqual(noAlgorithm);
});

it('a field that is needed is missing', async () => {
  for (const field of ['name', 'description', 'algorithm', 'profile_id'])
    expect(statusAndBody(await merchant.api.post('/routing', body({ [field]: null })))).toEqual(missing(field));
});

it('a wrong rule is refused, and stores nothing', async () => {
  const shop = await aMerchant(system);
  const send = (more: object) => shop.api.post('/routing', { ...body(more), profile_id: shop.profileId });
  const lhs = 'algorithm.data.rules[0].statements[0].condition[0].lhs';
  const rule = {
    ...program.rules[0],
    statements: [{ condition: [comparison('card_bin', 'equal', 'str_value', '4')] }],
  };
  expect(statusAndBody(await send(withData({ ...program, rules: [rule] })))).toEqual(
    notAllowed(`${lhs} is not a key of 3DS decision rules`),
  );
  expect(statusAndBody(await send({ transaction_type: 'payment' }))).toEqual(
    precondition("Cannot use three_ds_authentication's routing algorithm for payment operation"),
  );
  const unreadable = await send(withData({ ...program, defaultSelection: { decision: 'maybe' } }));
  expect([unreadable.status, unreadable.body.error.message]).toEqual([
    422,
    expect.stringMatching(/^algorithm\.data\.defaultSelection\.decision must be one of no_three_ds, /),
  ]);
  const unknown = await send({ algorithm: { type: 'dynamic', data: {} } });
  expect([unknown.status, unknown.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^Json deserialize error: unknown variant `dynamic`/),
  ]);
  expect(ok(await shop.api.get('/routing')).records).toEqual([]);
});

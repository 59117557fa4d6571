import {
  aMerchant,
  connectorBody,
  ok,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import {
  absent,
  idLike,
  listing,
  missing,
  notAllowed,
  precondition,
  statusAndBody,
  unauthorized,
} from '../../support/wire';
import { accountAt, algorithmBody, comparison, profileOf, setDisabled } from './algorithms';

const system = sharedSystem();
const noAlgorithm = absent('Resource ID does not exist in our records');
const notFound = ({ connector, merchant_connector_id: id }: ReturnType<typeof accountAt>) =>
  `connector with name '${connector}' and merchant connector account id '${id}' not found for the given profile`;

let shop: TestMerchant;
beforeAll(async () => void (shop = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] })));
const stripe = () => accountAt(shop, 'stripe_test');
const adyen = () => accountAt(shop, 'adyen_test');
const store = (algorithm: object, more: object = {}): Promise<Answer> =>
  shop.api.post('/routing', algorithmBody(shop, algorithm, more));

const split = () => [
  { connector: stripe(), split: 30 },
  { connector: adyen(), split: 70 },
];
/** A program with every type of output. */
const program = () => ({
  defaultSelection: { type: 'priority', data: [stripe(), adyen()] },
  rules: [
    {
      name: 'high amounts',
      connectorSelection: { type: 'volume_split', data: split() },
      statements: [
        {
          condition: [comparison('amount', 'greater_than', 'number', 100_000)],
          nested: [
            { condition: [comparison('currency', 'equal', 'enum_variant_array', ['EUR', 'USD'])], nested: null },
          ],
        },
      ],
    },
    {
      name: 'marked orders',
      connectorSelection: { type: 'single', data: adyen() },
      statements: [
        {
          condition: [comparison('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' })],
          nested: null,
        },
      ],
    },
    {
      name: 'Visa',
      connectorSelection: {
        type: 'volume_split_priority',
        data: [
          { connector: [stripe(), adyen()], split: 50 },
          { connector: [adyen()], split: 50 },
        ],
      },
      statements: [{ condition: [comparison('card_network', 'equal', 'enum_variant', 'Visa')], nested: null }],
    },
  ],
  metadata: { owner: 'payments team' },
});

it.each<[string, () => unknown]>([
  ['single', stripe],
  ['single', () => 'stripe_test'],
  ['priority', () => [adyen(), stripe(), { connector: 'adyen_test' }]],
  ['volume_split', split],
  ['advanced', program],
])('an algorithm %s is stored and shown as it was sent', async (type, dataOf) => {
  const data = dataOf();
  const record = ok(await store({ type, data }));
  const { created_at } = record;
  expect(record).toEqual({
    id: idLike('routing'),
    profile_id: shop.profileId,
    name: 'Ours',
    kind: type,
    description: 'An algorithm',
    created_at: expect.any(Number) as number,
    modified_at: created_at as number,
    algorithm_for: 'payment',
    decision_engine_routing_id: null,
  });
  expect(ok(await shop.api.get(`/routing/${record.id}`))).toEqual({
    id: record.id,
    profile_id: shop.profileId,
    name: 'Ours',
    description: 'An algorithm',
    algorithm: { type, data },
    created_at,
    modified_at: created_at,
    algorithm_for: 'payment',
  });
  const { active_id, records } = ok(await shop.api.get('/routing?limit=100'));
  expect(active_id).toBeNull();
  expect(records).toContainEqual(record);
});

it('a field that is needed is missing', async () => {
  for (const field of ['name', 'description', 'algorithm', 'profile_id'])
    expect(statusAndBody(await store({ type: 'single', data: stripe() }, { [field]: null }))).toEqual(missing(field));
});

it('a program is refused with everything that is wrong in it, by path', async () => {
  const { rules, ...others } = program();
  const [high, marked] = rules;
  const unknown = { connector: 'adyen_test', merchant_connector_id: 'mca_none' };
  const answer = await store({
    type: 'advanced',
    data: {
      ...others,
      defaultSelection: { type: 'priority', data: [unknown, stripe()] },
      rules: [
        { ...high, connectorSelection: { type: 'volume_split', data: [{ connector: stripe(), split: 30 }] } },
        { ...marked, statements: [{ condition: [comparison('moon_phase', 'equal', 'str_value', 'full')] }] },
        { ...marked, statements: [{ condition: [comparison('amount', 'less_than', 'str_value', 'many')] }] },
        { ...marked, connectorSelection: { type: 'single', data: unknown } },
      ],
    },
  });
  const at = (path: string): string => `algorithm.data.${path}`;
  expect([answer.status, answer.body.error.code]).toEqual([422, 'IR_06']);
  expect(answer.body.error.fields.map(({ field }: Json) => field)).toEqual([
    at('rules[0].connectorSelection.data'),
    at('rules[1].statements[0].condition[0].lhs'),
    at('rules[2].statements[0].condition[0].value.type'),
    at('defaultSelection.data[0]'),
    at('rules[3].connectorSelection.data'),
  ]);
  expect(answer.body.error.fields.at(-1).message).toBe(notFound(unknown));
});

it.each([
  ['an unknown type of data', 'single', 7, 'algorithm.data must be an object'],
  ['no accounts', 'priority', [], 'algorithm.data must be an array with at least one item'],
])('%s is refused', async (_, type, data, message) =>
  expect(statusAndBody(await store({ type, data }))).toEqual(notAllowed(message)),
);

it('shares that do not add up to 100 are refused', async () => {
  const [first] = split();
  expect(statusAndBody(await store({ type: 'volume_split', data: [first] }))).toEqual(
    notAllowed('algorithm.data must have splits that add up to 100'),
  );
});

it('an account that is absent, of another profile or disabled is refused', async () => {
  const merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  const second = await profileOf(merchant, 'second');
  const path = `/account/${merchant.merchantId}/connectors`;
  const { merchant_connector_id } = ok(
    await merchant.api.post(path, connectorBody('stripe_test', { profile_id: second })),
  );
  const foreign = { connector: 'stripe_test', merchant_connector_id: merchant_connector_id as string };
  const disabled = accountAt(merchant, 'adyen_test');
  await setDisabled(merchant, disabled, true);
  const absentOne = { connector: 'stripe_test', merchant_connector_id: 'mca_none' };
  const data = [absentOne, foreign, disabled, { connector: 'checkout_test' }, accountAt(merchant, 'stripe_test')];
  const answer = await merchant.api.post('/routing', algorithmBody(merchant, { type: 'priority', data }));
  expect(statusAndBody(answer)).toEqual(
    listing(notAllowed(notFound(absentOne)), ...[0, 1, 2, 3].map((index) => `algorithm.data[${index}]`)),
  );
  expect(answer.body.error.fields.map(({ message }: Json) => message)).toEqual([
    ...[absentOne, foreign, disabled].map(notFound),
    "connector with name 'checkout_test' not found for the given profile",
  ]);
  expect(ok(await merchant.api.get('/routing')).records).toEqual([]);
});

it('an algorithm that is not for the transaction type is refused', async () => {
  const answer = await store({ type: 'single', data: stripe() }, { transaction_type: 'three_ds_authentication' });
  expect(statusAndBody(answer)).toEqual(
    precondition("Cannot use payment's routing algorithm for three_ds_authentication operation"),
  );
});

it('an algorithm of another merchant or profile does not exist, and a browser has no access', async () => {
  const { id } = ok(await store({ type: 'single', data: stripe() }));
  const other = await aMerchant(system);
  expect(statusAndBody(await other.api.get(`/routing/${id}`))).toEqual(noAlgorithm);
  expect(statusAndBody(await other.api.post(`/routing/${id}/activate`, {}))).toEqual(noAlgorithm);
  const merchant = await aMerchant(system);
  const profile_id = await profileOf(merchant, 'second');
  const record = ok(
    await merchant.api.post('/routing', algorithmBody(merchant, { type: 'single', data: 'stripe_test' })),
  );
  const ofSecond = { 'x-profile-id': profile_id };
  expect(statusAndBody(await merchant.api.get(`/routing/${record.id}`, ofSecond))).toEqual(noAlgorithm);
  expect(statusAndBody(await merchant.api.post(`/routing/${record.id}/activate`, {}, ofSecond))).toEqual(noAlgorithm);
  for (const answer of [
    await shop.client.post('/routing', algorithmBody(shop, { type: 'single', data: stripe() })),
    await shop.client.post(`/routing/${id}/activate`, {}),
    await shop.client.get('/routing/active'),
    await shop.client.get('/routing/default'),
  ])
    expect(statusAndBody(answer)).toEqual(unauthorized);
});

it('a retry under its idempotency key stores one algorithm', async () => {
  const merchant = await aMerchant(system);
  const body = algorithmBody(merchant, { type: 'single', data: 'stripe_test' });
  const create = async () => ok(await merchant.api.post('/routing', body, { 'idempotency-key': 'one-algorithm' }));
  const record = await create();
  expect(await create()).toEqual(record);
  expect(ok(await merchant.api.get('/routing')).records).toEqual([record]);
});

it('a list is limited to a page, a profile and a transaction type', async () => {
  const merchant = await aMerchant(system);
  const second = await profileOf(merchant, 'second');
  const single = { type: 'single', data: 'stripe_test' };
  const rule = {
    type: 'three_ds_decision_rule',
    data: { defaultSelection: { decision: 'no_three_ds' }, rules: [], metadata: {} },
  };
  const a = ok(await merchant.api.post('/routing', algorithmBody(merchant, single)));
  const b = ok(await merchant.api.post('/routing', algorithmBody(merchant, rule)));
  const c = ok(await merchant.api.post('/routing', algorithmBody({ profileId: second }, rule)));
  const list = async (query: string, headers: Record<string, string> = {}) =>
    ok(await merchant.api.get(`/routing${query}`, headers));
  expect(await list('')).toEqual({ merchant_id: merchant.merchantId, active_id: null, records: [c, b, a] });
  expect((await list('?limit=1&offset=1')).records).toEqual([b]);
  expect((await list(`?profile_id=${second}`)).records).toEqual([c]);
  expect((await list('', { 'x-profile-id': second })).records).toEqual([c]);
  expect((await list('?transaction_type=payment')).records).toEqual([a]);
  expect((await list('?transaction_type=three_ds_authentication')).records).toEqual([c, b]);
  expect(await list(`/list/profile?profile_id=${second}`)).toEqual([c]);
  expect(await list('/list/profile', { 'x-profile-id': merchant.profileId })).toEqual([b, a]);
  // Two profiles, and none is the default: the request names one.
  expect(statusAndBody(await merchant.api.get('/routing/list/profile'))).toEqual(
    missing('profile_id or business_country, business_label'),
  );
  const [hidden, unknown] = [merchant.profileId, 'pro_x'];
  for (const [id, headers] of [
    [unknown, {}],
    [hidden, { 'x-profile-id': second }],
  ] as const)
    expect(statusAndBody(await merchant.api.get(`/routing?profile_id=${id}`, headers))).toEqual(
      absent(`Business profile with the given id ${id} does not exist`),
    );
});

describe('a migration of the rules of a profile', () => {
  const migrate = (query: Record<string, string>, api = system.admin): Promise<Answer> =>
    api.post(`/routing/rule/migrate?${String(new URLSearchParams(query))}`, {});

  it('answers for each stored algorithm, newest first, and changes nothing', async () => {
    const merchant = await aMerchant(system);
    const { merchantId: merchant_id, profileId: profile_id } = merchant;
    const second = await profileOf(merchant, 'second');
    const of = async (algorithm: object, profileId = profile_id): Promise<string> =>
      ok(await merchant.api.post('/routing', algorithmBody({ profileId }, algorithm))).id as string;
    const rule = {
      type: 'three_ds_decision_rule',
      data: { defaultSelection: { decision: 'no_three_ds' }, rules: [], metadata: {} },
    };
    const single = await of({ type: 'single', data: 'stripe_test' });
    const decision = await of(rule);
    await of(rule, second);
    ok(await merchant.api.post(`/routing/${single}/activate`, {}));
    const path = `/account/${merchant_id}/business_profile/${profile_id}/dynamic_routing/elimination/toggle`;
    const { id: terms } = ok(await merchant.api.post(`${path}?enable=metrics`, {}));
    const stored = ok(await merchant.api.get(`/routing?profile_id=${profile_id}`));
    const read = (id: string, isActive: boolean) => ({
      profile_id,
      algorithm_id: id,
      decision_engine_algorithm_id: id,
      is_active_rule: isActive,
    });
    const all = [read(terms as string, true), read(decision, false), read(single, true)];
    expect(ok(await migrate({ merchant_id, profile_id }))).toEqual({ profile_id, success: all, errors: [] });
    const page = ok(await migrate({ merchant_id, profile_id, limit: '1', offset: '1' }));
    expect(page).toEqual({ profile_id, success: [all[1]], errors: [] });
    expect(ok(await merchant.api.get(`/routing?profile_id=${profile_id}`))).toEqual(stored);
  });

  it('is refused for an unknown merchant or profile, without one, and without the admin key', async () => {
    const { merchantId: merchant_id, profileId: profile_id } = shop;
    expect(statusAndBody(await migrate({ merchant_id: 'absent', profile_id }))).toEqual(
      absent('Merchant account does not exist in our records'),
    );
    expect(statusAndBody(await migrate({ merchant_id, profile_id: 'pro_x' }))).toEqual(
      absent('Business profile with the given id pro_x does not exist'),
    );
    for (const query of [{ merchant_id }, { profile_id }]) expect((await migrate(query)).status).toBe(400);
    expect(statusAndBody(await migrate({ merchant_id, profile_id }, shop.api))).toEqual(unauthorized);
  });
});

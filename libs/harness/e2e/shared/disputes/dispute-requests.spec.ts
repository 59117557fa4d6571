import {
  aMerchant,
  apiAt,
  connectorBody,
  ok,
  pdfFile,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { boundary, type Form, formBytes } from '../../support/files';
import {
  absent,
  missing,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  unauthorized,
  unreadable,
  unreadableQuery,
  withoutPlace,
  wrongFormat,
  wrongValue,
} from '../../support/wire';

const system = sharedSystem();
const types = [
  ...['cancellation_policy', 'customer_communication', 'customer_signature', 'receipt', 'refund_policy'],
  ...['service_documentation', 'shipping_documentation', 'invoice_showing_distinct_transactions'],
  ...['recurring_transaction_agreement', 'uncategorized_file'],
];
const stages = ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'];
const noDispute = refusal(404, 'HE_04', 'Dispute does not exist in our records');
const noAccount = (reason: string) => absent('Merchant connector account does not exist in our records', { reason });

let merchant: TestMerchant;
let other: TestMerchant;
let second: string;
let ofSecond: Json;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
  const ofAccount = `/account/${merchant.merchantId}`;
  second = ok(await merchant.api.post(`${ofAccount}/business_profile`, { profile_name: 'second' })).profile_id;
  const body = connectorBody('adyen_test', { profile_id: second });
  ofSecond = ok(await merchant.api.post(`${ofAccount}/connectors`, body));
});

const get = (path: string, headers: Record<string, string> = {}) => merchant.api.get(`/disputes/${path}`, headers);
const submit = async (body: object) => withoutPlace(await merchant.api.post('/disputes/evidence', body));
const json = { 'content-type': 'application/json' };
const sent = (method: 'PUT' | 'DELETE', body: object): Promise<Answer> =>
  merchant.api.raw(method, '/disputes/evidence', JSON.stringify(body), json);
const detach = async (body: object) => withoutPlace(await sent('DELETE', body));
const attach = async (form: Form, type = boundary): Promise<Answer> =>
  merchant.api.raw('PUT', '/disputes/evidence', formBytes(form), type);
const pdf = { content: pdfFile(), type: 'application/pdf' };

describe('without a secret key', () => {
  const time = '2026-01-01T00:00:00Z';
  const named = { dispute_id: 'dp_1' };
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
  const routes: readonly (readonly [method: Method, path: string, body: object | null])[] = [
    ...[
      'list',
      'profile/list',
      'filter',
      'profile/filter',
      `aggregate?start_time=${time}`,
      `profile/aggregate?start_time=${time}`,
      'dp_1',
      'evidence/dp_1',
      `mca_1/fetch?fetch_from=${time}&fetch_till=${time}`,
    ].map((path) => ['GET', path, null] as const),
    ['POST', 'accept/dp_1', {}],
    ['POST', 'evidence', named],
    ['PUT', 'evidence', {}],
    ['DELETE', 'evidence', { ...named, evidence_type: 'receipt' }],
  ];

  it.each<readonly [Method, string, object | null]>(routes)(
    '%s /disputes/%s shows and does nothing',
    async (method, path, sentBody) => {
      const api = apiAt(system.baseUrl('gateway'));
      const body = sentBody === null ? undefined : JSON.stringify(sentBody);
      const keys = { none: {}, wrong: { 'api-key': 'snd_wrong' }, publishable: { 'api-key': merchant.publishableKey } };
      for (const headers of Object.values(keys))
        expect(statusAndBody(await api.raw(method, `/disputes/${path}`, body, { ...json, ...headers }))).toEqual(
          unauthorized,
        );
    },
  );
});

describe('an id that no dispute has', () => {
  it.each(['a.b', 'dp%2F1', '..%2Fdp_1', 'x'.repeat(65), '%20'])('%s is unknown', async (id) => {
    expect(statusAndBody(await get(id))).toEqual(noDispute);
    expect(statusAndBody(await get(`${id}?force_sync=true`))).toEqual(noDispute);
    expect(statusAndBody(await get(`evidence/${id}`))).toEqual(noDispute);
    expect(statusAndBody(await merchant.api.post(`/disputes/accept/${id}`, {}))).toEqual(noDispute);
    const dispute_id = decodeURIComponent(id);
    expect(await submit({ dispute_id })).toEqual(noDispute);
    expect(await detach({ dispute_id, evidence_type: 'receipt' })).toEqual(noDispute);
  });
});

describe('a list', () => {
  it.each<[string, object]>([
    ['limit=0', notAllowed('limit should be in between 1 and 100')],
    ['limit=101', notAllowed('limit should be in between 1 and 100')],
    ['offset=-1', notAllowed('offset should be in between 0 and 1000000')],
    ['offset=1000001', notAllowed('offset should be in between 0 and 1000000')],
  ])('%s is refused', async (query, expected) => {
    for (const path of ['list', 'profile/list']) expect(statusAndBody(await get(`${path}?${query}`))).toEqual(expected);
  });

  it.each(['unknown=1', 'dispute_status=lost', 'dispute_stage=trial', 'received_time.gt=yesterday', 'currency=EURO'])(
    'the query %s is unreadable',
    async (query) => {
      const { status, text } = await get(`list?${query}`);
      expect([status, text.split(':')[0]]).toEqual([400, 'Query deserialize error']);
    },
  );

  it('of another profile than the one of the call is refused', async () => {
    const of = { 'x-profile-id': merchant.profileId };
    expect(statusAndBody(await get(`list?profile_id=${second}`, of))).toMatchObject(
      precondition(`Access not available for the given profile_id ["${second}"]`),
    );
  });

  it('has the filters of the accounts that the caller may see', async () => {
    const all = ok(await get('filter'));
    expect(Object.keys(all)).toEqual(['connector', 'currency', 'dispute_status', 'dispute_stage']);
    expect(Object.keys(all.connector).sort()).toEqual(['adyen_test', 'stripe_test']);
    expect(all.dispute_stage).toEqual(stages);
    expect(all.dispute_status).toHaveLength(7);
    expect(all.currency).toEqual(expect.arrayContaining(['USD', 'EUR']));
    const { connector } = ok(await get('profile/filter', { 'x-profile-id': second }));
    expect(connector).toEqual({
      adyen_test: [expect.objectContaining({ merchant_connector_id: ofSecond.merchant_connector_id })],
    });
  });

  it('a count needs the beginning of its time', async () => {
    for (const path of ['aggregate', 'profile/aggregate'])
      expect(statusAndBody(await get(path))).toEqual(
        unreadableQuery('missing field `start_time`', {
          field: 'start_time',
          message: 'missing field `start_time`',
          code: 'IR_06',
        }),
      );
  });
});

describe('evidence', () => {
  it.each<[string, object, object]>([
    ['no dispute', {}, unreadable('Json deserialize error: missing field `dispute_id`')],
    [
      'a number',
      { dispute_id: 'dp_1', customer_name: 7 },
      unreadable('Json deserialize error: invalid type: integer `7`, expected a string'),
    ],
    [
      'a long text',
      { dispute_id: 'dp_1', uncategorized_text: 'x'.repeat(20_001) },
      wrongFormat('uncategorized_text', 'at most 20000 characters'),
    ],
  ])('with %s is not submitted', async (_, body, expected) => expect(await submit(body)).toEqual(expected));

  it('of an unknown dispute is not submitted, whatever files it names', async () => {
    for (const receipt of ['file_00000000000000000000', '../../etc/passwd'])
      expect(await submit({ dispute_id: 'dp_unknown', receipt })).toEqual(noDispute);
    expect(await submit({ dispute_id: 'dp_unknown', customer_name: 'Ada Lovelace' })).toEqual(noDispute);
  });

  it.each<[string, object, object]>([
    ['no dispute', { evidence_type: 'receipt' }, unreadable('Json deserialize error: missing field `dispute_id`')],
    ['no type', { dispute_id: 'dp_1' }, unreadable('Json deserialize error: missing field `evidence_type`')],
    [
      'a text field',
      { dispute_id: 'dp_1', evidence_type: 'customer_name' },
      unreadable(
        `Json deserialize error: unknown variant \`customer_name\`, expected one of ${types.map((one) => `\`${one}\``).join(', ')}`,
      ),
    ],
  ])('with %s is not detached', async (_, body, expected) => expect(await detach(body)).toEqual(expected));

  const fields = { dispute_id: 'dp_1', evidence_type: 'receipt' };
  it.each<[string, Form, object]>([
    ['no file', { fields }, refusal(400, 'IR_33', 'File not found in the request')],
    ['no type', { ...pdf, fields: { dispute_id: 'dp_1' } }, missing('evidence_type')],
    [
      'an unknown type',
      { ...pdf, fields: { ...fields, evidence_type: 'customer_name' } },
      wrongValue('evidence_type', types.join(', ')),
    ],
    [
      'no dispute',
      { ...pdf, fields: { evidence_type: 'receipt' } },
      refusal(400, 'IR_34', 'Dispute id not found in the request'),
    ],
    ['a path as its dispute', { ...pdf, fields: { ...fields, dispute_id: '../dp_1' } }, noDispute],
  ])('with %s is not attached', async (_, form, expected) =>
    expect(statusAndBody(await attach(form))).toEqual(expected),
  );

  it('is attached as a form, and submitted as JSON', async () => {
    expect(statusAndBody(await sent('PUT', fields))).toEqual(refusal(400, 'IR_33', 'File not found in the request'));
    for (const method of ['POST', 'DELETE'] as const) {
      const asForm = await merchant.api.raw(method, '/disputes/evidence', formBytes({ ...pdf, fields }), boundary);
      expect(withoutPlace(asForm)).toEqual(unreadable('Content type error'));
    }
  });
});

describe('the disputes of a processor', () => {
  const period = 'fetch_from=2026-01-01T00:00:00&fetch_till=2026-01-31T00:00:00';
  const format = 'YYYY-MM-DDTHH:MM:SS';

  it.each<[string, object]>([
    ['fetch_from=2026-01-01&fetch_till=2026-01-31T00:00:00', wrongFormat('fetch_from', format)],
    ['fetch_from=2026-01-01T00:00:00&fetch_till=now', wrongFormat('fetch_till', format)],
    [
      'fetch_from=2026-01-02T00:00:00&fetch_till=2026-01-01T00:00:00',
      notAllowed('fetch_till should not be before fetch_from'),
    ],
    [
      'fetch_from=2026-01-01T00:00:00&fetch_till=2026-04-01T00:00:01',
      notAllowed('fetch_till should be at most 90 days after fetch_from'),
    ],
  ])('in the period %s are refused', async (query, expected) =>
    expect(statusAndBody(await get(`mca_1/fetch?${query}`))).toEqual(expected),
  );

  it('have a period', async () => {
    const { status, text } = await get('mca_1/fetch?fetch_from=2026-01-01T00:00:00');
    expect([status, text.split('\n')[0]]).toEqual([400, 'Query deserialize error: missing field `fetch_till`']);
  });

  it('of an account that the caller may not see are refused', async () => {
    const ofOther = other.connectors['stripe_test']!.merchant_connector_id;
    for (const id of ['mca_unknown', ofOther])
      expect(statusAndBody(await get(`${id}/fetch?${period}`))).toEqual(noAccount(id));
    const id = ofSecond.merchant_connector_id;
    const limited = await get(`${id}/fetch?${period}`, { 'x-profile-id': merchant.profileId });
    expect(statusAndBody(limited)).toEqual(noAccount(id));
  });
});

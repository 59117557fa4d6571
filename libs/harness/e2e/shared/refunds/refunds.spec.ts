import { publicTopics } from '@payorch/contracts';
import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { type CloudEvent, Kafka as Events } from 'cloudevents';
import { createHmac, randomUUID } from 'node:crypto';
import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  type Json,
  type Receiver,
  type TestMerchant,
  sharedSystem,
} from '@payorch/harness';
import { produceAgain, recordsIn, topicsOf, type TopicRecord } from '../../support/records';
import { retrievePayment } from '../../support/ledger-check';
import { expectRefundLedgerAgreement, refundedAmounts, paid, retrieveRefund } from '../../support/refund-checks';

const hashKey = 'k'.repeat(64);
const system = sharedSystem();
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  const account = { payment_response_hash_key: hashKey, webhook_details: { webhook_url: receiver.url } };
  merchant = await aMerchant(system, { account, connectors: ['stripe_test', 'adyen_test'] });
});
afterAll(() => receiver?.close());

const typesOf = (records: readonly TopicRecord[]): string[] => records.map(({ headers }) => String(headers['ce_type']));
const refund = async (body: object): Promise<Json> => ok(await merchant.api.post('/refunds', body));

it('a refund of the whole charge succeeds and has the published shape', async () => {
  const payment_id = await paid(merchant, 6540);
  const made = await refund({ payment_id });
  expect(made).toEqual({
    refund_id: expect.stringMatching(/^ref_\w{20}$/),
    payment_id,
    amount: 6540,
    currency: 'USD',
    status: 'succeeded',
    reason: null,
    metadata: null,
    error_message: null,
    error_code: null,
    unified_code: null,
    unified_message: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    connector: 'stripe_test',
    profile_id: merchant.profileId,
    merchant_connector_id: merchant.connectors['stripe_test'].merchant_connector_id,
    split_refunds: null,
    issuer_error_code: null,
    issuer_error_message: null,
    raw_connector_response: null,
    connector_refund_id: expect.any(String),
  });
  expect(await retrieveRefund(merchant, made.refund_id)).toEqual(made);
  expect(refundedAmounts(system, payment_id)).toEqual([6540]);
});

it('partial refunds succeed up to the charged amount', async () => {
  const payment_id = await paid(merchant, 1000);
  for (const amount of [300, 450, 250]) {
    expect(await refund({ payment_id, amount })).toMatchObject({ status: 'succeeded', amount });
  }
  const { status, body } = await merchant.api.post('/refunds', { payment_id, amount: 100 });
  expect([status, body.error.code]).toEqual([400, 'IR_13']);
  expect(refundedAmounts(system, payment_id)).toEqual([300, 450, 250]);
});

it('a manual capture can be refunded', async () => {
  const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
  ok(await merchant.api.post(`/payments/${payment_id}/capture`, { amount_to_capture: 4000 }));
  expect(await refund({ payment_id })).toMatchObject({ status: 'succeeded', amount: 4000 });
  expect(refundedAmounts(system, payment_id)).toEqual([4000]);
});

it('an update changes only reason and metadata of a refund', async () => {
  const payment_id = await paid(merchant);
  const made = await refund({ payment_id, reason: 'duplicate', metadata: { order: 'A-1' } });
  const changed = ok(await merchant.api.post(`/refunds/${made.refund_id}`, { reason: 'fraudulent' }));
  expect(changed).toEqual({ ...made, reason: 'fraudulent', updated_at: expect.any(String) });
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at));
  expect(ok(await merchant.api.post(`/refunds/${made.refund_id}`, { metadata: { order: 'A-2' } }))).toMatchObject({
    reason: 'fraudulent',
    metadata: { order: 'A-2' },
  });
});

it('the public events of a refund omit reason and metadata; the snapshots for payments have them', async () => {
  const marker = `Jane-${randomUUID()}`;
  const { refund_id } = await refund({ payment_id: await paid(merchant), reason: marker, metadata: { note: marker } });
  ok(await merchant.api.post(`/refunds/${refund_id}`, { reason: `${marker}, changed` }));
  const [events, snapshots] = await eventually(async () => {
    const records = await recordsIn(system, ['refunds.lifecycle', 'refunds.snapshots']);
    const bodies = ['refunds.lifecycle', 'refunds.snapshots'].map((name) =>
      records
        .filter(({ topic, key }) => topic === name && String(key).startsWith(`${merchant.merchantId}/`))
        .map(({ value }) => JSON.parse(String(value)) as Json)
        .filter((body) => body.refundId === refund_id),
    );
    return bodies.every((versions) => versions.some(({ version }) => version === 3)) ? bodies : undefined;
  });
  expect(snapshots!.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(snapshots!.every(({ metadata }) => metadata.note === marker)).toBe(true);
  expect(events!.map(({ version, status }) => [version, status])).toEqual([
    [1, 'pending'],
    [2, 'succeeded'],
    [3, 'succeeded'],
  ]);
  expect(JSON.stringify(events)).not.toContain(marker);
});

it('`force_sync` by GET and by POST and a retrieve by POST return the same refund', async () => {
  const { refund_id } = await refund({ payment_id: await paid(merchant) });
  const synced = ok(await merchant.api.get(`/refunds/${refund_id}?force_sync=true`));
  expect(synced).toMatchObject({ refund_id, status: 'succeeded' });
  expect(ok(await merchant.api.post('/refunds/sync', { refund_id, force_sync: true }))).toEqual(synced);
  expect(ok(await merchant.api.post('/refunds/sync', { refund_id }))).toEqual(synced);
});

it('a payment shows its refunds and their total', async () => {
  const payment_id = await paid(merchant);
  expect(await retrievePayment(merchant, payment_id)).toMatchObject({ refunds: null, state_metadata: null });
  const first = await refund({ payment_id, amount: 600, reason: 'late' });
  const second = await refund({ payment_id, amount: 200 });
  const payment = await eventually(async () => {
    const found = await retrievePayment(merchant, payment_id);
    return found.refunds?.length === 2 && found.refunds.every(({ status }: Json) => status === 'succeeded') && found;
  });
  expect(payment.refunds).toEqual([first, second]);
  expect(payment).toMatchObject({
    status: 'succeeded',
    state_metadata: { total_refunded_amount: 800, total_disputed_amount: null, post_capture_void: null },
  });
});

it('a webhook to the merchant is signed and has the refund at the time of the event', async () => {
  const made = await refund({ payment_id: await paid(merchant), amount: 700 });
  const call = await eventually(() =>
    receiver.calls.find(({ body }) => JSON.parse(body).content.object.refund_id === made.refund_id),
  );
  expect(JSON.parse(call.body)).toMatchObject({
    merchant_id: merchant.merchantId,
    event_type: 'refund_succeeded',
    content: { type: 'refund_details', object: made },
  });
  const signature = createHmac('sha512', hashKey).update(call.body).digest('hex');
  expect(call.headers['x-webhook-signature-512']).toBe(signature);
});

describe('lists of refunds', () => {
  let other: TestMerchant;
  let since: string;
  beforeAll(async () => {
    other = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
    since = new Date().toISOString();
    const [first, second] = [await paid(other), await paid(other, 20_000, { currency: 'EUR' })];
    for (const body of [
      { payment_id: first, amount: 100, refund_id: 'a' },
      { payment_id: first, amount: 200, refund_id: 'b' },
      { payment_id: second, amount: 300, refund_id: 'c', refund_type: 'scheduled' },
    ])
      ok(await other.api.post('/refunds', body));
  });
  const list = async (body: object): Promise<Json> => ok(await other.api.post('/refunds/list', body));
  const idsOf = async (body: object): Promise<string[]> =>
    (await list(body)).data.map(({ refund_id }: Json) => refund_id);

  it('come newest first, in pages, with a total', async () => {
    expect(await list({})).toMatchObject({ count: 3, total_count: 3 });
    expect(await idsOf({})).toEqual(['c', 'b', 'a']);
    expect(await list({ limit: 2 })).toMatchObject({ count: 2, total_count: 3 });
    expect(await idsOf({ limit: 2, offset: 2 })).toEqual(['a']);
    expect((await list({ refund_id: 'a' })).data).toEqual([await retrieveRefund(other, 'a')]);
  });

  it.each<[string, object, string[]]>([
    ['sums', { amount_filter: { start_amount: 150, end_amount: 250 } }, ['b']],
    ['currencies', { currency: ['EUR', 'GBP'] }, ['c']],
    ['statuses', { refund_status: ['failed', 'pending', 'review'] }, ['c']],
    ['connectors', { connector: ['adyen_test'] }, []],
    ['a future time', { start_time: '2999-01-01T00:00:00.000Z' }, []],
    ['a past time', { start_time: '2000-01-01T00:00:00Z', end_time: '2000-01-02T00:00:00Z' }, []],
    ['foreign payments', { payment_id: 'pay_none' }, []],
    ['empty lists', { currency: [], connector: [], refund_status: ['succeeded'] }, ['b', 'a']],
  ])('are filtered by %s', async (_, body, ids) => expect(await idsOf(body)).toEqual(ids));

  it('contain only the merchant’s refunds', async () => {
    expect((await merchant.api.get('/refunds/a')).status).toBe(404);
    const { data } = ok(await merchant.api.post('/refunds/list', { limit: 100 }));
    expect(data.filter(({ refund_id }: Json) => ['a', 'b', 'c'].includes(refund_id))).toEqual([]);
  });

  it('of a profile contain only its refunds', async () => {
    const { api, merchantId, profileId } = other;
    const { profile_id } = ok(await api.post(`/account/${merchantId}/business_profile`, { profile_name: 'second' }));
    const headers = { 'x-profile-id': profile_id as string };
    const first = { 'x-profile-id': profileId };
    const ids = ({ data }: Json): string[] => data.map(({ refund_id }: Json) => refund_id as string);
    expect(ids(ok(await api.post('/refunds/profile/list', {}, first)))).toEqual(['c', 'b', 'a']);
    expect(ids(ok(await api.post('/refunds/profile/list', { refund_id: 'b', profile_id }, first)))).toEqual(['b']);
    expect(ok(await api.post('/refunds/profile/list', { profile_id: profileId }, headers))).toEqual({
      count: 0,
      total_count: 0,
      data: [],
    });
    const countsOf = async (more: Record<string, string>): Promise<Json> =>
      ok(await api.get(`/refunds/profile/aggregate?start_time=${since}`, more)).status_with_count as Json;
    expect(await countsOf(first)).toEqual({ succeeded: 2, failed: 0, pending: 1, review: 0 });
    expect(await countsOf(headers)).toEqual({ succeeded: 0, failed: 0, pending: 0, review: 0 });
    const connectorsOf = async (more: Record<string, string>): Promise<string[]> =>
      Object.keys(ok(await api.get('/refunds/v2/profile/filter', more)).connector as object).sort();
    expect([await connectorsOf(first), await connectorsOf(headers)]).toEqual([['adyen_test', 'stripe_test'], []]);
    const foreign = { 'x-profile-id': merchant.profileId };
    expect((await api.post('/refunds/profile/list', {}, foreign)).status).toBe(401);
  });

  it('have counts and filter values', async () => {
    const start_time = since;
    expect(ok(await other.api.get(`/refunds/aggregate?start_time=${start_time}`))).toEqual({
      status_with_count: { succeeded: 2, failed: 0, pending: 1, review: 0 },
    });
    expect(ok(await other.api.post('/refunds/filter', { start_time }))).toEqual({
      connector: ['stripe_test'],
      currency: ['EUR', 'USD'],
      refund_status: ['pending', 'succeeded'],
    });
    const { connector, currency, refund_status } = ok(await other.api.get('/refunds/v2/filter'));
    expect(connector['adyen_test']).toEqual([
      {
        merchant_connector_id: other.connectors['adyen_test'].merchant_connector_id,
        connector_label: other.connectors['adyen_test'].connector_label,
        connector_type: 'payment_processor',
      },
    ]);
    expect(currency).toContain('JPY');
    expect(refund_status).toEqual(['succeeded', 'failed', 'pending', 'review']);
  });
});

it('redelivered messages get the same replies and have no effect', async () => {
  const payment_id = await paid(merchant);
  const made = await refund({ payment_id, amount: 300 });
  const refused = await merchant.api.post('/refunds', { payment_id, amount: 20_000 });
  expect(refused.body.error.code).toBe('IR_13');
  const commands = (await recordsIn(system, ['payments.commands', 'refunds.commands']))
    .filter(
      ({ key, headers }) => String(key).endsWith(`/${payment_id}`) && String(headers['ce_type']).startsWith('refund.'),
    )
    .map((record) => {
      const { deadline: _, ...headers } = record.headers;
      return { ...record, headers };
    });
  expect(commands.map(({ headers }) => String(headers['ce_type'])).sort()).toEqual([
    ...['refund.create', 'refund.create', 'refund.request', 'refund.request'],
  ]);
  await produceAgain(system, commands, 2);
  // Each command gets its first reply, two from its own copies, and two from the copies of the forwarded command.
  const answers = await eventually(async () => {
    const slots = (await topicsOf(system)).filter((topic) => topic.startsWith('gateway.replies.'));
    const requested = new Set(commands.map(({ headers }) => String(headers['replycorrelationid'])));
    const bodies = (await recordsIn(system, slots)).filter(({ headers }) =>
      requested.has(String(headers['replycorrelationid'])),
    );
    return bodies.length === 10 ? bodies : undefined;
  });
  const answered = (outcome: string) => answers.filter(({ headers }) => String(headers['outcome']) === outcome);
  expect(answered('refused').filter(({ value }) => String(value).includes('refund_exceeds_charged'))).toHaveLength(5);
  // Responses are sealed: that they are the refund is seen by its caller.
  expect(answered('response')).toHaveLength(5);
  expect(refundedAmounts(system, payment_id)).toEqual([300]);
  expect(await retrieveRefund(merchant, made.refund_id)).toEqual(made);
});

it('payments.lifecycle has the events of a payment and of its refunds in one order, in one partition', async () => {
  const payment_id = await paid(merchant, 1000);
  const refunds = [await refund({ payment_id, amount: 300 }), await refund({ payment_id, amount: 200 })];
  const [all, own] = await eventually(async () => {
    const records = await recordsIn(system, ['payments.lifecycle', 'refunds.lifecycle']);
    const on = (topic: string, key: string) =>
      records.filter((one) => one.topic === topic && String(one.key) === `${merchant.merchantId}/${key}`);
    const found = [
      on('payments.lifecycle', payment_id),
      refunds.flatMap(({ refund_id }) => on('refunds.lifecycle', refund_id)),
    ] as const;
    return found.every((records) => typesOf(records).filter((type) => type === 'refund.succeeded').length === 2)
      ? found
      : undefined;
  });
  const types = typesOf(all);
  expect(types.slice(types.indexOf('payment.captured'))).toEqual([
    'payment.captured',
    ...['refund.created', 'refund.succeeded', 'refund.created', 'refund.succeeded'],
  ]);
  expect(new Set(all.map(({ partition }) => partition)).size).toBe(1);
  const idsAndBodies = (records: readonly TopicRecord[]) =>
    records.map(({ headers, value }) => [String(headers['ce_id']), String(value)]);
  const copies = all.filter(({ headers }) => String(headers['ce_source']) === 'refunds');
  expect(idsAndBodies(copies)).toEqual(idsAndBodies(own));
});

it('every event on a public topic is a CloudEvent whose body matches the schema that it names', async () => {
  const records = await recordsIn(system, publicTopics);
  const ajv = new Ajv2020({ strictTypes: false, formats: { 'date-time': (text) => !Number.isNaN(Date.parse(text)) } });
  const checks = new Map<string, ValidateFunction>();
  const checkOf = async (address: string): Promise<ValidateFunction> => {
    const known = checks.get(address) ?? ajv.compile((await (await fetch(address)).json()) as object);
    checks.set(address, known);
    return known;
  };
  for (const { headers, value } of records) {
    const texts = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
    const record = { headers: texts, value: String(value), body: '' };
    const event = Events.toEvent<Json>(record) as CloudEvent<Json>;
    expect(event.validate()).toBe(true);
    expect(event.dataschema).toMatch(new RegExp(`/topics/schemas/${event.type.replaceAll('.', '\\.')}/1\\.json$`));
    const matches = await checkOf(event.dataschema!);
    if (!matches(event.data)) throw new Error(`${event.type} ${String(value)}: ${JSON.stringify(matches.errors)}`);
  }
  const types = new Set(typesOf(records));
  for (const type of ['payment.captured', 'refund.created', 'refund.succeeded']) expect(types).toContain(type);
});

it('every refund agrees with the ledger at the end', () =>
  expectRefundLedgerAgreement(system, { ofMerchant: merchant.merchantId }));

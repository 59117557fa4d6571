import {
  aMerchant,
  aReceiver,
  apiAt,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
} from '@payorch/harness';
import type { Json, Receiver, TestMerchant } from '@payorch/harness';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { readGuide } from '../../support/guides';
import { runOps } from '../../support/ops-command';
import { rowsOf } from '../../support/rows';
import { absent, notAllowed, precondition, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
const root = path.resolve(__dirname, '../../../../..');
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aMerchant(system, { account: { webhook_details: { webhook_url: receiver.url } } });
});
afterAll(() => receiver.close());

/** Runs `npm run ops` on the shared system. */
const tool = (...args: string[]): Promise<string> => runOps(system, args);

const challenge = async (): Promise<Json> =>
  ok(
    await merchant.api.post(
      '/payments',
      paymentBody({
        ...cardFields(cards.threeDs),
        authentication_type: 'three_ds',
        return_url: 'https://shop.example/return',
      }),
    ),
  );

/** An incident as a decision opens it, of a payment that has ended. */
async function anIncident(kind: string): Promise<{ readonly id: string; readonly paymentId: string }> {
  const { payment_id: paymentId } = ok(await merchant.api.post('/payments', paymentBody()));
  const [row] = await rowsOf<{ incident_id: string }>(
    system,
    `INSERT INTO payments.incidents (merchant_id, attempt_id, payment_id, kind) VALUES ($1, $2, $3, $4) RETURNING incident_id`,
    [merchant.merchantId, `${paymentId}_1`, paymentId, kind],
  );
  return { id: row!.incident_id, paymentId: paymentId as string };
}

it('the routes of operators refuse every key but the admin key, and bad input', async () => {
  const resolve = `/ops/incidents/${randomUUID()}/resolve`;
  for (const key of [merchant.apiKey, merchant.publishableKey, 'wrong']) {
    const api = apiAt(system.baseUrl('gateway'), { 'api-key': key });
    for (const route of ['/ops/stuck', '/ops/incidents', '/ops/payments/pay_1'])
      expect(statusAndBody(await api.get(route))).toEqual(unauthorized);
    expect(statusAndBody(await api.post(resolve, { resolved_by: 'ada', reason: 'none' }))).toEqual(unauthorized);
  }
  const { get, post } = system.admin;
  expect(statusAndBody(await get('/ops/stuck?limit=0'))).toEqual(notAllowed('limit should be in between 1 and 100'));
  expect(statusAndBody(await get('/ops/incidents?offset=5001'))).toEqual(
    notAllowed('offset should be in between 0 and 5000'),
  );
  expect((await get('/ops/stuck?age=3')).status).toBe(400);
  expect((await post(resolve, { resolved_by: 'ada' })).body.error.code).toBe('IR_06');
  const unknown = absent('Incident does not exist in our records');
  expect(statusAndBody(await post(resolve, { resolved_by: 'ada', reason: 'none' }))).toEqual(unknown);
  expect(statusAndBody(await post('/ops/incidents/1/resolve', { resolved_by: 'ada', reason: 'none' }))).toEqual(
    unknown,
  );
  expect(statusAndBody(await get('/ops/payments/pay_none'))).toEqual(absent('Payment does not exist in our records'));
});

it('a payment whose customer is away is listed as waiting for its customer, and counted', async () => {
  const { payment_id: id } = await challenge();
  const pages = async (offset: number): Promise<Json> => {
    const page = ok(await system.admin.get(`/ops/stuck?min_age_seconds=0&limit=100&offset=${offset}`));
    const found = page.data.find((row: Json) => row.id === id);
    return found || page.count === 0 ? { ...page, found } : pages(offset + 100);
  };
  const { found, totals } = await pages(0);
  expect(found).toMatchObject({
    object: 'payment',
    merchant_id: merchant.merchantId,
    payment_id: id,
    attempt_id: `${id}_1`,
    operation: 'authorize',
    state: 'authentication_pending',
    connector: 'stripe_test',
    merchant_connector_id: merchant.connectors['stripe_test'].merchant_connector_id,
    waits_for: 'customer',
    incidents: [],
  });
  expect(
    totals.find((row: Json) => row.connector === 'stripe_test' && row.waits_for === 'customer').count,
  ).toBeGreaterThan(0);
  const printed = await tool('stuck', '--min-age', '0', '--limit', '1');
  expect(printed).toMatch(/object\s+connector\s+count\s+oldest\s+waits for/);
  expect(printed).toContain("the customer's action");
});

it('an incident is listed with its history, and resolved once; its payment stays as it is', async () => {
  const { id, paymentId } = await anIncident('late_success');
  const before = ok(await merchant.api.get(`/payments/${paymentId}`));
  const open = ok(await system.admin.get('/ops/incidents?limit=100')).data.find((row: Json) => row.incident_id === id);
  expect(open).toMatchObject({ object: 'payment', payment_id: paymentId, kind: 'late_success', still_needs: null });
  const printed = await tool('incidents', 'resolve', id, '--reason', 'returned by hand', '--by', 'ada');
  expect(printed).toContain(`${id}  late_success  resolved`);
  expect(printed).toContain('by ada: returned by hand');
  const resolve = (reason: string) => system.admin.post(`/ops/incidents/${id}/resolve`, { resolved_by: 'ada', reason });
  const resolved = ok(await resolve('returned by hand'));
  expect(resolved.history.map(({ event }: Json) => event)).toEqual(['opened', 'resolved']);
  const refused = precondition(`The incident is resolved already: ${resolved.resolved_at}`);
  expect(statusAndBody(await resolve('another reason'))).toEqual(refused);
  const idsOf = async (query: string) =>
    ok(await system.admin.get(`/ops/incidents?limit=100${query}`)).data.map((row: Json) => row.incident_id);
  expect(await idsOf('')).not.toContain(id);
  expect(await idsOf('&all=true')).toContain(id);
  expect(ok(await merchant.api.get(`/payments/${paymentId}`))).toEqual(before);
});

it('an incident of a disabled webhook endpoint names the enabling route, which resolves it', async () => {
  const { merchantId, profileId } = merchant;
  const [row] = await rowsOf<{ endpoint_id: string }>(
    system,
    `WITH disabled AS (
       INSERT INTO webhooks.endpoints (merchant_id, endpoint_id, profile_id, failing_since, disabled_at)
       VALUES ($1, $2, $2, now(), now()) RETURNING *
     )
     INSERT INTO webhooks.incidents (merchant_id, endpoint_id, disabled_at, profile_id, kind)
     SELECT merchant_id, endpoint_id, disabled_at, profile_id, 'endpoint_disabled' FROM disabled RETURNING endpoint_id`,
    [merchantId, profileId],
  );
  const found = async (query: string): Promise<Json> =>
    ok(await system.admin.get(`/ops/incidents?limit=100${query}`)).data.find(
      (one: Json) => one.object === 'webhook_endpoint' && one.merchant_id === merchantId,
    );
  const open = await found('');
  const path = `/account/${merchantId}/business_profile/${profileId}/webhook_endpoints/${row!.endpoint_id}/enable`;
  expect(open).toMatchObject({ kind: 'endpoint_disabled', state: 'disabled', still_needs: `POST ${path}` });
  expect(await tool('incidents')).toContain(`still needs: POST ${path}`);
  expect(ok(await merchant.api.post(path, {}))).toMatchObject({ status: 'enabled' });
  expect(await found('')).toBeUndefined();
  expect(await found('&all=true')).toMatchObject({ incident_id: open.incident_id, still_needs: null });
  const resolve = `/ops/incidents/${open.incident_id}/resolve`;
  const refused = await system.admin.post(resolve, { resolved_by: 'ada', reason: 'later' });
  expect(refused.body.error.message).toContain('The incident is resolved already');
});

it('a payment is traced through all services and the broker, without a card', async () => {
  const { payment_id: id } = ok(await merchant.api.post('/payments', paymentBody()));
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id: id, amount: 100 }));
  const wanted = ['payment.created', 'attempt.routed', 'attempt.charged', 'refund.created', 'webhook.delivered'];
  const trace = await eventually(async () => {
    const found = ok(await system.admin.get(`/ops/payments/${id}`));
    const names = found.events.map(({ event }: Json) => event);
    return wanted.every((name) => names.includes(name)) && found;
  });
  expect(trace).toMatchObject({ merchant_id: merchant.merchantId, payment_id: id, status: 'succeeded' });
  expect(trace.services).toEqual({
    payments: 'answered',
    refunds: 'answered',
    'connector-worker': 'answered',
    webhooks: 'answered',
  });
  const times = trace.events.map(({ at }: Json) => at);
  expect(times).toEqual([...times].sort());
  const flows = trace.events.filter(({ event }: Json) => event === 'operation.answered');
  expect(flows.map(({ details }: Json) => details.flow).sort()).toEqual(['authorize', 'refund']);
  expect(JSON.stringify(trace)).toContain(refund_id);
  const printed = await tool('payment', id, '--merchant', merchant.merchantId);
  for (const text of [...wanted, 'topic=payments.commands', 'topic=payments.lifecycle'])
    expect(printed).toContain(text);
  const other = await aMerchant(system);
  ok(await other.api.post('/payments', paymentBody({ payment_id: id })));
  expect(statusAndBody(await system.admin.get(`/ops/payments/${id}`))).toEqual(
    notAllowed('several merchants have this payment_id: send merchant_id'),
  );
  const ofOther = ok(await system.admin.get(`/ops/payments/${id}?merchant_id=${other.merchantId}`));
  expect(ofOther.merchant_id).toBe(other.merchantId);
  expect(`${printed}${JSON.stringify(trace)}`).not.toMatch(/4242|Joseph|@/);
});

it('the lag of each service’s groups is read from the broker', async () => {
  const { groups, deadLetters } = JSON.parse(await tool('lag', '--json')) as Json;
  const ofPayments = groups.filter((row: Json) => row.groupId === 'payments');
  expect(ofPayments.map((row: Json) => row.topic)).toContain('payments.commands');
  expect(ofPayments.every(({ members }: Json) => members > 0)).toBe(true);
  expect(deadLetters.map(({ topic }: Json) => topic)).toContain('dead_letters');
});

describe('the role with which people read the database', () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ connectionString: system.database.readerUrl });
    await client.connect();
  });
  afterAll(() => client.end());

  const { queries } = readGuide(readFileSync(path.join(root, 'docs/guides/on-call.md'), 'utf8'));

  it.each(queries.map((query) => [query.split('\n')[0]!.slice(0, 60), query]))(
    'runs the query %s',
    async (_, query) => {
      await expect(client.query(query)).resolves.toMatchObject({ command: 'SELECT' });
    },
  );

  it('sees the rows of every merchant, and changes nothing', async () => {
    const { payment_id: id } = await challenge();
    const { rows } = await client.query('SELECT merchant_id FROM payments.intents WHERE payment_id = $1', [id]);
    expect(rows).toEqual([{ merchant_id: merchant.merchantId }]);
    const [open] = queries;
    expect((await client.query(open!)).rows.length).toBeGreaterThan(0);
    await expect(client.query(`UPDATE payments.intents SET version = 9`)).rejects.toThrow(
      /read-only|permission denied/,
    );
    await client.query('SET default_transaction_read_only = off');
    await expect(client.query(`UPDATE payments.intents SET version = 9`)).rejects.toThrow(/permission denied/);
    expect((await client.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }]);
  });
});

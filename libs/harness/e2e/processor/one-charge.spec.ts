import {
  aMerchant,
  eventually,
  giveLane,
  ok,
  paymentBody,
  type Answer,
  type AppProcess,
  type Json,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { isStopped } from '../support/processes';
import { expectLedgerAgreement, spawnQuick, workerTimes } from '../support/quick-system';
import { produceAgain, recordsIn } from '../support/records';
import { operationsOf, rowsOf } from '../support/rows';
import { effectLabelsOf, requestsFor, retrievePayment, sentTwice } from '../support/ledger-check';

/** Each flow has its own connector, lane and worker, so that the workers are killed in parallel. */
const flows = { authorize: 'stripe_test', capture: 'adyen_test', void: 'fauxpay', extend: 'pretendpay' } as const;
type Flow = keyof typeof flows;
const points = ['sent-before-write', 'response-before-store', 'stored-before-result'] as const;
type Point = (typeof points)[number];

let system: System;
let merchant: TestMerchant;

const aWorker = (): Promise<AppProcess> => system.addInstance('connector-worker');
/** Starts a worker for the lane of this connector only. */
async function start(worker: AppProcess, connector: string, failPoints = ''): Promise<void> {
  worker.launch({ ...workerTimes, LANES: connector, FAIL_POINTS: failPoints });
  await worker.ready();
}

const paymentAt = (connector: string, capture_method: string) =>
  paymentBody({
    capture_method,
    request_extended_authorization: capture_method === 'manual',
    routing: { type: 'single', data: connector },
  });

interface StartedOperation {
  readonly paymentId: string;
  /** The answer to the request during which the worker died. */
  readonly answer: Promise<Answer>;
}

const paths = { capture: 'capture', void: 'cancel', extend: 'extend_authorization' } as const;

let made = 0;
/** Starts one operation of a flow without waiting for the answer. All flows but authorize need an authorization first. */
async function startOperation(flow: Flow): Promise<StartedOperation> {
  const connector = flows[flow];
  const { api } = merchant;
  const paymentId = `${flow}_${(made += 1)}`;
  const payment = { ...paymentAt(connector, flow === 'authorize' ? 'automatic' : 'manual'), payment_id: paymentId };
  if (flow === 'authorize') return { paymentId, answer: api.post('/payments', payment) };
  ok(await api.post('/payments', payment));
  return { paymentId, answer: api.post(`/payments/${paymentId}/${paths[flow]}`) };
}

/** The worker dies at each point in turn; the next start finds the unfinished operation. */
async function dieAtEachPoint(
  flow: Flow,
  report: (point: Point, started: Promise<StartedOperation>) => void,
): Promise<void> {
  const worker = await aWorker();
  const hit = flow === 'authorize' ? 1 : 2;
  for (const point of points) {
    await start(worker, flows[flow], `${point}=kill@${hit}`);
    const started = startOperation(flow);
    report(point, started);
    await started;
    expect(await worker.whenEnded()).toBe('SIGKILL');
  }
  await start(worker, flows[flow]);
}

beforeAll(async () => {
  system = await spawnQuick({ apps: ['gateway', 'payments', 'routing', 'webhooks', 'sandbox'] });
  const connectors = [...Object.values(flows), 'checkout_test', 'phonypay'];
  for (const connector of connectors) await giveLane(system, { connector }, connector);
  merchant = await aMerchant(system, { connectors });
});
afterAll(() => system?.stop());

describe('a worker killed with -9', () => {
  const started = new Map<string, Promise<StartedOperation>>();
  let flowsEnd: Promise<unknown>;
  beforeAll(() => {
    const diesDuring = (flow: Flow) => dieAtEachPoint(flow, (point, one) => started.set(`${flow} ${point}`, one));
    flowsEnd = Promise.all((Object.keys(flows) as Flow[]).map(diesDuring));
    return flowsEnd;
  });

  it.each<[Flow, Point, string[], string]>([
    ['authorize', 'sent-before-write', [], 'failed'],
    ['authorize', 'response-before-store', ['charge 6540'], 'succeeded'],
    ['authorize', 'stored-before-result', ['charge 6540'], 'succeeded'],
    ['capture', 'sent-before-write', ['authorize 6540'], 'requires_capture'],
    ['capture', 'response-before-store', ['authorize 6540', 'capture 6540'], 'succeeded'],
    ['capture', 'stored-before-result', ['authorize 6540', 'capture 6540'], 'succeeded'],
    ['void', 'sent-before-write', ['authorize 6540'], 'requires_capture'],
    ['void', 'response-before-store', ['authorize 6540', 'void 6540'], 'cancelled'],
    ['void', 'stored-before-result', ['authorize 6540', 'void 6540'], 'cancelled'],
  ])(
    'during %s at %s: the ledger shows %j, and the payment becomes %s without intervention',
    async (flow, point, effectLabels, status) => {
      const { paymentId, answer } = await started.get(`${flow} ${point}`)!;
      expect((await answer).status).toBe(200);
      await eventually(async () => (await retrievePayment(merchant, paymentId)).status === status, {
        withinMs: 20_000,
      });
      expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
      const operations = await operationsOf(system, paymentId);
      for (const { operation_id } of operations)
        expect(requestsFor(system, operation_id).calls.length).toBeLessThanOrEqual(1);
    },
  );

  it.each<[Point, string[], boolean]>([
    ['sent-before-write', ['authorize 6540'], false],
    ['response-before-store', ['authorize 6540', 'extend 6540'], true],
    ['stored-before-result', ['authorize 6540', 'extend 6540'], true],
  ])(
    'during extend at %s: the ledger shows %j, and the payment stays authorized',
    async (point, effectLabels, isExtended) => {
      const { paymentId, answer } = await started.get(`extend ${point}`)!;
      expect(ok(await answer).status).toBe('requires_capture');
      const known = await eventually(
        async () => {
          const payment = await retrievePayment(merchant, paymentId);
          return payment.extended_authorization_applied !== null && payment;
        },
        { withinMs: 20_000 },
      );
      expect(known).toMatchObject({ status: 'requires_capture', extended_authorization_applied: isExtended });
      expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
      const operation = (await operationsOf(system, paymentId)).find(({ flow }) => flow === 'extend')!;
      expect(requestsFor(system, operation.operation_id).calls).toHaveLength(isExtended ? 1 : 0);
    },
  );

  it('leaves the payment processing, not failed, for a request that waits meanwhile', async () => {
    const { answer } = await started.get('authorize response-before-store')!;
    expect(['processing', 'succeeded']).toContain((await answer).body.status);
  });
});

/** Pauses a worker for longer than its lease and its group session; another worker replaces it before it resumes. */
async function pauseAt(point: Point, connector: string): Promise<string> {
  const [paused, other] = [await aWorker(), await aWorker()];
  await start(paused, connector, `${point}=stop`);
  const paymentId = `paused_${connector}`;
  const answer = merchant.api.post('/payments', { ...paymentAt(connector, 'automatic'), payment_id: paymentId });
  await eventually(() => isStopped(paused));
  await start(other, connector);
  expect(ok(await answer).status).toBe('processing');
  await eventually(async () => (await retrievePayment(merchant, paymentId)).status !== 'processing', {
    withinMs: 30_000,
  });
  paused.signal('SIGCONT');
  await paused.ready();
  return paymentId;
}

describe('a worker that is paused', () => {
  const paused = new Map<string, string>();
  const places = { 'sent-before-write': 'checkout_test', 'response-before-store': 'phonypay' } as const;
  beforeAll(() =>
    Promise.all(
      Object.entries(places).map(async ([point, connector]) => {
        paused.set(point, await pauseAt(point as Point, connector));
      }),
    ),
  );

  it.each<[Point, string[], string]>([
    ['sent-before-write', [], 'failed'],
    ['response-before-store', ['charge 6540'], 'succeeded'],
  ])('at %s sends nothing after it resumes: the ledger shows %j', async (point, effectLabels, status) => {
    const paymentId = paused.get(point)!;
    const [operation] = await operationsOf(system, paymentId);
    expect(requestsFor(system, operation!.operation_id).calls).toHaveLength(effectLabels.length);
    expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
    expect((await retrievePayment(merchant, paymentId)).status).toBe(status);
  });
});

it('commands that are each delivered four times make one charge', async () => {
  const payment = ok(await merchant.api.post('/payments', { ...paymentAt('stripe_test', 'manual') }));
  const paymentId = payment.payment_id as string;
  ok(await merchant.api.post(`/payments/${paymentId}/extend_authorization`));
  ok(await merchant.api.post(`/payments/${paymentId}/capture`, { amount_to_capture: 5000 }));
  const topics = [
    'payments.commands',
    'routing.requests',
    'connector.commands.stripe_test',
    'connector.results.payments',
  ];
  const records = await recordsIn(system, topics);
  const own = records.filter(({ key }) => String(key).endsWith(`/${paymentId}`));
  expect(own.map(({ headers }) => String(headers['ce_type'])).sort()).toEqual([
    'connector.authorize',
    'connector.capture',
    'connector.extend',
    'connector.outcome',
    'connector.outcome',
    'connector.outcome',
    'payment.capture',
    'payment.create',
    'payment.extend',
    'route.request',
  ]);
  const before = await versionOf(paymentId);
  await produceAgain(system, own, 3);
  // Three outcomes, three copies of each, and the outcome of each copied command.
  await eventually(async () => (await outcomesOf(paymentId)).length >= 3 + 9 + 9, { withinMs: 40_000, everyMs: 200 });
  // The answer to a later command with the same key means that the copies have been handled.
  expect((await merchant.api.post(`/payments/${paymentId}/capture`, { amount_to_capture: 1 })).status).toBe(400);
  expect(effectLabelsOf(system, paymentId)).toEqual(['authorize 6540', 'extend 6540', 'capture 5000']);
  expect(await retrievePayment(merchant, paymentId)).toMatchObject({
    status: 'partially_captured',
    amount_received: 5000,
  });
  expect(await versionOf(paymentId)).toBe(before);
  expect(sentTwice(system)).toEqual([]);
});

const outcomesOf = async (paymentId: string) =>
  (await recordsIn(system, ['connector.results.payments'])).filter(({ key }) => String(key).endsWith(`/${paymentId}`));

const versionOf = async (paymentId: string): Promise<Json> =>
  (
    await rowsOf<{ version: number }>(system, 'SELECT version FROM payments.intents WHERE payment_id = $1', [paymentId])
  )[0]?.version;

it('every payment agrees with the ledger at the end', () => expectLedgerAgreement(system));

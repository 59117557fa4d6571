import { eventually } from '@payorch/harness';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentBody, RunningSandbox } from '../../../test/running-sandbox';

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await RunningSandbox.start();
});
afterAll(() => sandbox.stop());
afterEach(() => sandbox.json('DELETE', '/control/faults'));

const payment = '/dummy-connector/payment';
const pay = (body: object, headers = {}) => sandbox.call('POST', payment, body, headers);
const find = async (reference: string) =>
  (await sandbox.call('GET', `/dummy-connector/payments?reference=${reference}`)).status;
const underFault = (fault: string, body: object) => pay(body, { 'x-sandbox-fault': fault });
const addRule = (rule: object) => sandbox.json('POST', '/control/faults', rule);

/** How a call ended for the caller: a response status, `broken`, or `silent` when it did not end in time. */
async function endOf(call: Promise<{ status: number }>, withinMs = 20_000): Promise<number | string> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      call.then(
        ({ status }) => status,
        () => 'broken',
      ),
      sleep(withinMs, 'silent', { signal: waiting.signal }),
    ]);
  } finally {
    waiting.abort();
  }
}

/** Asserts that a payment is charged this long before its answer arrives, by the clock of the ledger. */
async function expectLateAnswer(reference: string, answer: Promise<{ status: number }>, ms: number): Promise<void> {
  const { status } = await answer;
  const answeredAt = Date.now();
  const { effects } = await sandbox.json('GET', `/control/charges?reference=${reference}`);
  const [charge, ...others] = effects as { effect: string; at: string }[];
  expect([status, charge?.effect, others]).toEqual([200, 'charge', []]);
  // A timer may end a few milliseconds before its time on the clock.
  expect(answeredAt - Date.parse(charge!.at)).toBeGreaterThan(ms - 10);
}

it.each([
  ['refuse', 'broken', []],
  ['hang', 'silent', []],
  ['fail_500', 500, []],
  ['execute_then_drop', 'broken', ['charge']],
  ['execute_then_hang', 'silent', ['charge']],
  ['execute_then_500', 500, ['charge']],
])('under %s the caller gets %s and the ledger has %j', async (fault, end, effects) => {
  const body = paymentBody();
  expect(await endOf(underFault(fault, body), end === 'silent' ? 300 : undefined)).toBe(end);
  expect(await sandbox.effectsOf(body.reference)).toEqual(effects);
  expect(await find(body.reference)).toBe(effects.length > 0 ? 200 : 404);
});

it.each(['execute_then_drop', 'rubbish'])('a capture under %s is executed', async (fault) => {
  const { id } = JSON.parse((await pay(paymentBody({ capture_method: 'manual' }))).text) as { id: string };
  const reference = `capture_${fault}`;
  const path = `/dummy-connector/payments/${id}/capture`;
  await sandbox.call('POST', path, { amount: 1, reference }, { 'x-sandbox-fault': fault }).catch(() => undefined);
  expect(await sandbox.effectsOf(reference)).toEqual(['capture']);
});

it('a payment under rubbish is charged and its response is invalid JSON', async () => {
  const body = paymentBody({}, '4000000000070070');
  const { status, text } = await pay(body);
  expect(status).toBe(200);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(await sandbox.effectsOf(body.reference)).toEqual(['charge']);
});

it.each([
  ['wrong_amount', 6540],
  ['wrong_amount:kept', 6541],
])('%s returns an amount one too high and charges %i', async (fault, charged) => {
  const body = paymentBody();
  expect(JSON.parse((await underFault(fault, body)).text)).toMatchObject({ amount: 6541, amount_received: 6541 });
  const found = await sandbox.json('GET', `/dummy-connector/payments?reference=${body.reference}`);
  expect(found).toMatchObject({ amount: charged, amount_received: charged });
});

it('a payment under slow is charged at once and answered late', async () => {
  const body = paymentBody();
  await expectLateAnswer(body.reference, underFault('slow:400', body), 400);
});

it.each([
  ['succeeded', ['charge']],
  ['failed', []],
])('a pending payment ends as %s', async (status, effects) => {
  const body = paymentBody();
  expect(JSON.parse((await underFault(`pending_then_settled:2000:${status}`, body)).text)).toMatchObject({
    status: 'processing',
    next_action: null,
  });
  expect(await sandbox.effectsOf(body.reference)).toEqual([]);
  await eventually(async () => {
    const found = await sandbox.json('GET', `/dummy-connector/payments?reference=${body.reference}`);
    return found.status === status;
  });
  expect(await sandbox.effectsOf(body.reference)).toEqual(effects);
});

it('a payment is hidden from the given number of lookups', async () => {
  const body = paymentBody();
  expect(await endOf(underFault('lookup_not_found_then_found:2', body))).toBe('broken');
  expect([await find(body.reference), await find(body.reference), await find(body.reference)]).toEqual([404, 404, 200]);
});

it('test cards and magic amounts trigger faults', async () => {
  expect(await endOf(pay(paymentBody({}, '4000000000070062')))).toBe(500);
  expect(await endOf(pay(paymentBody({ amount: 7_700_006 })))).toBe(500);
});

describe('rules of the control endpoint', () => {
  it('a rule applies to the calls it matches, as often as its times', async () => {
    await addRule({ match: { connector: 'adyen_test', kind: 'payment' }, fault: 'fail_500', times: 2 });
    const ends = [];
    for (const connector of ['stripe_test', 'adyen_test', 'adyen_test', 'adyen_test']) {
      ends.push((await pay(paymentBody({ connector }))).status);
    }
    expect(ends).toEqual([200, 500, 500, 200]);
  });

  it('a rule by connector matches later calls and lookups', async () => {
    const body = paymentBody({ capture_method: 'manual' });
    const { id } = JSON.parse((await pay(body)).text) as { id: string };
    await addRule({ match: { connector: 'stripe_test', kind: 'capture' }, fault: { slow: { ms: 1 } }, times: 1 });
    await addRule({ match: { connector: 'stripe_test', kind: 'capture' }, fault: 'fail_500' });
    await addRule({ match: { kind: 'lookup', reference: body.reference }, fault: 'fail_500', times: 1 });
    const path = `/dummy-connector/payments/${id}/capture`;
    expect((await sandbox.call('POST', path, { amount: 6541 })).status).toBe(400);
    expect((await sandbox.call('POST', path, { amount: 6540 })).status).toBe(500);
    expect([await find(body.reference), await find(body.reference)]).toEqual([500, 200]);
  });

  it.each([{}, { fault: 'meteor' }, { fault: 'hang', match: { colour: 'red' } }, { fault: 'hang', probability: 2 }])(
    'an invalid rule is refused: %j',
    async (rule) => {
      expect((await sandbox.call('POST', '/control/faults', rule)).status).toBe(400);
      expect(await sandbox.json('GET', '/control/faults')).toEqual({ faults: [] });
    },
  );

  it('the ledger stores the fault beside the request and the effect', async () => {
    const { next } = await sandbox.json('GET', '/control/ledger?since=0');
    const body = paymentBody();
    await addRule({ match: { reference: body.reference }, fault: 'execute_then_500' });
    await pay(body);
    const { entries } = await sandbox.json('GET', `/control/ledger?since=${String(next)}`);
    expect(entries).toMatchObject([
      { entry: 'request', kind: 'payment', reference: body.reference, fault: 'execute_then_500' },
      { entry: 'effect', effect: 'charge', reference: body.reference, amount: 6540, fault: 'execute_then_500' },
    ]);
  });
});

it('latency delays the response, not the execution', async () => {
  await sandbox.json('POST', '/control/latency', { ms: 300 });
  const body = paymentBody();
  await expectLateAnswer(body.reference, pay(body), 300);
  await sandbox.json('POST', '/control/latency', { ms: 0 });
});

describe('a closed listener', () => {
  const isOpen = () =>
    pay(paymentBody()).then(
      ({ status }) => status === 200,
      () => false,
    );

  it('the listener refuses connections and reopens', async () => {
    await sandbox.json('POST', '/control/down', { ms: 400 });
    await eventually(async () => !(await isOpen()));
    await expect(pay(paymentBody())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await eventually(isOpen);
  });

  it('the listener reopens after another process has released its port', async () => {
    const { port } = new URL(sandbox.url);
    await sandbox.json('POST', '/control/down', { ms: 400 });
    await eventually(async () => !(await isOpen()));
    const other = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    await sleep(500);
    expect(await isOpen()).toBe(false);
    other.close();
    await eventually(isOpen);
  });
});

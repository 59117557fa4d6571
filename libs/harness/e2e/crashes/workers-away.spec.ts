import {
  aMerchant,
  eventually,
  giveLane,
  ok,
  paymentBody,
  type AppProcess,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { setTimeout as pause } from 'node:timers/promises';
import { isStopped } from '../support/processes';
import { shortSessionTimeout, spawnQuick, workerTimes } from '../support/quick-system';
import { operationsOf, rowsOf } from '../support/rows';
import { effectLabelsOf, effectsOf, retrievePayment } from '../support/ledger-check';

let system: System;
/** Each worker has the lane of one processor; routing prefers the first worker's. */
let first: AppProcess;
let second: AppProcess;
let both: TestMerchant;
let alone: TestMerchant;

async function start(one: AppProcess, connector: string, failPoints = ''): Promise<void> {
  one.launch({ ...workerTimes, ...shortSessionTimeout, LANES: connector, FAIL_POINTS: failPoints });
  await one.ready();
}
const startFirst = (failPoints = '') => start(first, 'stripe_test', failPoints);
const startSecond = (failPoints = '') => start(second, 'adyen_test', failPoints);

beforeAll(async () => {
  system = await spawnQuick({
    apps: ['gateway', 'payments', 'routing', 'webhooks', 'sandbox'],
    // The gateway's timeout is too long to matter here, and so is the time to the next sync.
    appEnv: {
      gateway: { PROCESSOR_REPLY_TIMEOUT: '600s' },
      payments: { SYNC_PACE_PERCENT: '100', SWEEP_AFTER: '330s' },
    },
  });
  first = await system.addInstance('connector-worker');
  second = await system.addInstance('connector-worker');
  for (const connector of ['stripe_test', 'adyen_test']) await giveLane(system, { connector }, connector);
  both = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  alone = await aMerchant(system, { connectors: ['stripe_test'] });
  await Promise.all([startFirst(), startSecond()]);
});
afterAll(() => system?.stop());

const pay = (merchant: TestMerchant, payment_id: string, more: object = {}) =>
  merchant.api.post('/payments', paymentBody({ payment_id, ...more }));

/** A payment behind all waiting commands of the first processor: its answer means that they have been handled. */
const caughtUp = async (name: string) => ok(await pay(alone, name));

const expectOneCharge = async (merchant: TestMerchant, paymentId: string, connector: string) => {
  expect(effectLabelsOf(system, paymentId)).toEqual(['charge 6540']);
  expect(await retrievePayment(merchant, paymentId)).toMatchObject({ status: 'succeeded', connector });
};

describe('a processor without a running worker', () => {
  // First: a worker that was killed counts as running in routing for a while.
  it('after a shutdown: a payment begins at the next account at once, and at the first one again after the restart', async () => {
    await first.end('SIGTERM');
    const away = ok(await pay(both, 'away_shut_down'));
    expect(away).toMatchObject({ status: 'succeeded', connector: 'adyen_test', attempt_count: 1 });
    expect((await operationsOf(system, 'away_shut_down')).map(({ state }) => state)).toEqual(['answered']);
    await startFirst();
    expect(ok(await pay(both, 'back_again'))).toMatchObject({ connector: 'stripe_test', attempt_count: 1 });
  });

  it('after a kill: a payment is charged only at the next account, although the first command is consumed later', async () => {
    await first.end('SIGKILL');
    expect(ok(await pay(both, 'away_killed'))).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
    await startFirst();
    await caughtUp('after_killed');
    await expectOneCharge(both, 'away_killed', 'adyen_test');
    const states = (await operationsOf(system, 'away_killed')).map(({ state }) => state).sort();
    expect(states).toEqual(['answered', 'never']);
  });

  it('after SIGSTOP: a payment is charged only at the next account, and the resumed worker sends nothing', async () => {
    first.signal('SIGSTOP');
    await eventually(() => isStopped(first));
    expect(ok(await pay(both, 'away_frozen'))).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
    first.signal('SIGCONT');
    await first.ready();
    await caughtUp('after_frozen');
    await expectOneCharge(both, 'away_frozen', 'adyen_test');
  });

  it('while the only worker stands still for some seconds: the caller waits, and gets the outcome', async () => {
    await second.end('SIGTERM');
    first.signal('SIGSTOP');
    await eventually(() => isStopped(first));
    const answer = pay(alone, 'away_stalled');
    const isChecking = `SELECT 1 FROM payments.attempts WHERE payment_id = $1 AND body ->> 'beginCheck' = 'checking'`;
    await eventually(async () => (await rowsOf(system, isChecking, ['away_stalled'])).length === 1, {
      withinMs: 30_000,
    });
    // As a machine stands still that starts many programs at once.
    await pause(1_500);
    first.signal('SIGCONT');
    expect(ok(await answer)).toMatchObject({ status: 'succeeded' });
    await startSecond();
  });

  it('without another account: the payment is processing, and is charged after the restart of the worker', async () => {
    await first.end('SIGKILL');
    expect(ok(await pay(alone, 'away_alone')).status).toBe('processing');
    expect(await operationsOf(system, 'away_alone')).toEqual([]);
    await startFirst();
    await eventually(async () => (await retrievePayment(alone, 'away_alone')).status === 'succeeded', {
      withinMs: 30_000,
    });
    expect(effectLabelsOf(system, 'away_alone')).toEqual(['charge 6540']);
  });

  it('with every worker dead: the payment is processing, and is charged once after the restart of the workers', async () => {
    await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')]);
    expect(ok(await pay(both, 'away_all')).status).toBe('processing');
    await Promise.all([startFirst(), startSecond()]);
    await eventually(async () => (await retrievePayment(both, 'away_all')).status === 'succeeded', {
      withinMs: 30_000,
    });
    await caughtUp('after_all');
    expect(effectLabelsOf(system, 'away_all')).toEqual(['charge 6540']);
  });

  it('killed after it began: the operation stays open, and no other account is charged', async () => {
    await first.end('SIGTERM');
    await startFirst('sent-before-write=kill');
    const answer = pay(both, 'away_begun');
    expect(await first.whenEnded()).toBe('SIGKILL');
    const begun = () =>
      rowsOf(system, `SELECT 1 FROM payments.attempts WHERE payment_id = $1 AND body ->> 'beginCheck' = 'begun'`, [
        'away_begun',
      ]);
    await eventually(async () => (await begun()).length === 1, { withinMs: 30_000 });
    expect((await retrievePayment(both, 'away_begun')).status).toBe('processing');
    expect((await operationsOf(system, 'away_begun')).map(({ state }) => state)).toEqual(['sent']);
    await startFirst();
    expect(ok(await answer).status).toBe('processing');
    expect(effectsOf(system, 'away_begun')).toEqual([]);
  });

  it('and a worker that dies between closing an operation and its report: the row reports it, and one account is charged', async () => {
    await Promise.all([first.end('SIGKILL'), second.end('SIGTERM')]);
    await startSecond('forbidden-before-report=kill');
    const answer = pay(both, 'away_unreported');
    expect(await second.whenEnded()).toBe('SIGKILL');
    await startSecond();
    ok(await answer);
    await eventually(async () => (await retrievePayment(both, 'away_unreported')).status === 'succeeded', {
      withinMs: 30_000,
    });
    await startFirst();
    await caughtUp('after_unreported');
    await expectOneCharge(both, 'away_unreported', 'adyen_test');
  });
});

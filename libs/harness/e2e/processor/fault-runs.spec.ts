import type { System } from '@payorch/harness';
import type { AppName } from '@payorch/provisioning';
import { blackOut } from '../support/blackouts';
import { burst } from '../support/bursts';
import { longTimeoutWorker, paymentApps, shortSessionTimeout, spawnQuick } from '../support/quick-system';
import { killWorkers } from '../support/worker-kills';

let system: System;
beforeAll(async () => {
  const apps = paymentApps.filter((name) => name !== 'connector-worker');
  system = await spawnQuick({ apps });
});
afterAll(() => system?.stop());

/** Starts an app, after its end if it runs, with this environment besides that of `spawnQuick`. */
async function startWith(name: AppName, env: Record<string, string>): Promise<void> {
  await system.kill(name, 'SIGTERM');
  await system.start(name, env);
}

/** The shortened runs of `npm run faults`: burst, worker-kills and blackout. */
describe('one connector account', () => {
  it('queues every payment and refund of a burst until it succeeds', async () => {
    const workerEnv = {
      ...longTimeoutWorker,
      ACCOUNT_MAX_IN_FLIGHT: '8',
      ACCOUNT_MAX_QUEUED: '20',
      FOLLOW_UPS_DEFER_AFTER: '50ms',
    };
    await startWith('connector-worker', workerEnv);
    const report = await burst(system, { payments: 100, refunds: 10, processorMs: 100, workerEnv, withinMs: 120_000 });
    expect(report.statuses).toEqual({ succeeded: 110 });
    expect(report.refunds).toEqual({ success: 10 });
  });

  it('fails no more payments than were under way when workers were killed', async () => {
    const workerEnv = { ...longTimeoutWorker, CALL_TIMEOUT_MS: '6s', LEASE_MS: '4s', ...shortSessionTimeout };
    await startWith('connector-worker', workerEnv);
    const load = { confirms: 40, kills: 3, clients: 8, everyMs: 2_500, oneStays: true };
    const report = await killWorkers(system, { ...load, workerEnv });
    expect(Object.keys(report.failed).filter((code) => /BREAKER|BULKHEAD/.test(code))).toEqual([]);
    // Each client has one payment under way. How many of them a worker had begun and not sent is a matter of the machine.
    expect(report.succeeded).toBeGreaterThanOrEqual(load.confirms - report.kills * load.clients);
  });

  it('learns all outcomes soon after a blackout, although the sync schedule is hours later', async () => {
    // A counted round of syncs would be followed by the next one fifteen minutes later.
    const late = { SYNC_PACE_PERCENT: '300', JOB_POLL: '50' };
    const worker = { SYNC_RETRY_AFTER: '1s', BREAKER_OPENS_AT_MOST: '2s', SYNCS_PER_SECOND: '20' };
    await startWith('connector-worker', worker);
    for (const name of ['payments', 'refunds'] as const) await startWith(name, late);
    const left = { merchants: 3, payments: 9, refunds: 2 };
    const report = await blackOut(system, { ...left, silentMs: 12_000, resolvedWithinMs: 60_000 });
    // A charge that a slow machine did not send in time has failed: blackOut finds nothing of it at the processor.
    const { succeeded = 0, failed = 0, ...open } = report.statuses;
    expect([open, succeeded + failed]).toEqual([{}, 33]);
    expect(succeeded).toBeGreaterThan(failed);
  });
});

import { eventually, spawnSystem, type System, type SystemOptions } from '@payorch/harness';
import { differences, sentTwice } from './witness';

/** The longest call of a processor in these journeys. "Not found" is final only after twice as long. */
export const callTimeoutMs = 1_000;

export const workerTimes = { CALL_TIMEOUT_MS: String(callTimeoutMs), CONNECT_TIMEOUT_MS: '400', LEASE_MS: '1500' };

/** For journeys in which nothing hangs: so much at once is slow on a small machine, and no call may be given up for that. */
export const patientWorker = { CALL_TIMEOUT_MS: '20000', CONNECT_TIMEOUT_MS: '5000', LEASE_MS: '25000' };

/** Whoever is killed again and again is missed by its groups in half the time. */
export const missedSoon = { KAFKA_SESSION_TIMEOUT: '1500ms' };

/** All apps with short times: between questions about an unknown outcome lie 0.1, 0.25, 0.75, 1.5, 3 and 15 s. */
export function spawnQuick({ appEnv = {}, ...options }: SystemOptions = {}): Promise<System> {
  return spawnSystem({
    ...options,
    appEnv: {
      ...appEnv,
      payments: { ASK_PACE_PERCENT: '5', SWEEP_EVERY: '500ms', SWEEP_AFTER: '5s', JOB_POLL: '50', ...appEnv.payments },
      'connector-worker': { ...workerTimes, ...appEnv['connector-worker'] },
    },
  });
}

/** Waits until every payment says what the processor's ledger says; no operation was sent twice on the way. */
export async function expectTheLedgersStory(
  system: System,
  withinMs = 30_000,
  except: readonly string[] = [],
): Promise<void> {
  const differing = async () =>
    (await differences(system)).filter((line) => !except.some((id) => line.startsWith(`${id} `)));
  await eventually(async () => (await differing()).length === 0, { withinMs, everyMs: 100 }).catch(() => undefined);
  expect(await differing()).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
}

import { eventually, spawnSystem, type System, type SystemOptions } from '@payorch/harness';
import { allApps } from '@payorch/provisioning';
import { ledgerDifferences, sentTwice } from './ledger-check';

/** The timeout of a processor call in these journeys. "Not found" is final only after twice this time. */
export const callTimeoutMs = 1_000;

export const workerTimes = { CALL_TIMEOUT_MS: String(callTimeoutMs), CONNECT_TIMEOUT_MS: '400', LEASE_MS: '1500' };

/** For journeys without hanging calls: calls are slow on a small machine, and none of them may time out. */
export const longTimeoutWorker = { CALL_TIMEOUT_MS: '20000', CONNECT_TIMEOUT_MS: '5000', LEASE_MS: '25000' };

/** For services that are killed repeatedly: the consumer groups notice in half the time. */
export const shortSessionTimeout = { KAFKA_SESSION_TIMEOUT: '1500ms' };

/** For systems of which no service is killed: a quarter of the heartbeats. */
export const longSessionTimeout = { KAFKA_SESSION_TIMEOUT: '12s' };

/** All apps but payouts, which nothing here needs: each app costs a second of CPU time to start. */
export const paymentApps = allApps.filter((name) => name !== 'payouts');

/** `paymentApps`, or other `apps`, with short times: an unknown outcome is synced after 0.1, 0.25, 0.75, 1.5, 3 and 15 s. */
export function spawnQuick({ appEnv = {}, ...options }: SystemOptions = {}): Promise<System> {
  return spawnSystem({
    apps: paymentApps,
    ...options,
    appEnv: {
      ...appEnv,
      payments: {
        SYNC_PACE_PERCENT: '5',
        SWEEP_EVERY: '1s',
        SWEEP_AFTER: '5s',
        JOB_POLL: '100ms',
        ...appEnv.payments,
      },
      'connector-worker': { ...workerTimes, ...appEnv['connector-worker'] },
    },
  });
}

/** Waits until every payment agrees with the processor's ledger, and asserts that no operation was sent twice. */
export async function expectLedgerAgreement(
  system: System,
  withinMs = 30_000,
  except: readonly string[] = [],
): Promise<void> {
  const differing = async () =>
    (await ledgerDifferences(system)).filter((line) => !except.some((id) => line.startsWith(`${id} `)));
  await eventually(async () => (await differing()).length === 0, { withinMs, everyMs: 100 }).catch(() => undefined);
  expect(await differing()).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
}

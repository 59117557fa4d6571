import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { aMerchant, paymentBody } from './merchant';
import type { RunningSystem } from './running-system';
import { spawnSystem } from './system';

/** No journey here kills a service, and heartbeats are most requests of idle consumers: one every 3 s in place of four. */
const longSession = { KAFKA_SESSION_TIMEOUT: '12s' };

/** Nothing here loses a job, so the sweeps, which read the tables, may be rare. */
const quick = { SYNC_PACE_PERCENT: '5', SWEEP_EVERY: '2s', SWEEP_AFTER: '5s' };

/** While other systems start beside it, the first payment of a cold system may come after its deadline: no journey makes it. */
async function warmUp(system: RunningSystem): Promise<void> {
  const { api } = await aMerchant(system);
  await eventually(async () => (await api.post('/payments', paymentBody())).status === 200, { withinMs: 60_000 });
}

/**
 * Runs the system of the journeys in `e2e/shared`. Syncs follow quickly; processor calls and replies of the refunds service have
 * timeouts for a busy machine; a scheduled refund runs only after its test. Prints the addresses as one line of JSON and ends
 * when its input ends.
 */
async function main(): Promise<void> {
  const nameServerPort = await freePort();
  const costCounters = mkdtempSync(path.join(tmpdir(), 'payorch-costs-'));
  process.once('exit', () => rmSync(costCounters, { recursive: true, force: true }));
  const system = await spawnSystem({
    env: { ...longSession, COST_COUNTERS: costCounters },
    appEnv: {
      // All specs share one client address and use one key each, and many send invalid requests: no rate limits.
      gateway: {
        WRONG_KEYS_PER_MINUTE: '0',
        WRONG_CLIENT_SECRETS_PER_MINUTE: '0',
        REQUESTS_PER_KEY_PER_SECOND: '0',
        REFUSED_WEBHOOKS_PER_MINUTE: '0',
        UNSIGNED_WEBHOOKS_PER_MINUTE: '0',
        // A domain lapses after three seconds without its proof.
        PAGE_DOMAIN_NAME_SERVERS: `127.0.0.1:${nameServerPort}`,
        PAGE_DOMAIN_CHECK_EVERY: '1s',
        PAGE_DOMAIN_SEARCH_EVERY: '500ms',
        DOMAIN_VERIFICATIONS_PER_MINUTE: '0',
      },
      payments: { ...quick, REFUNDS_TIMEOUT: '20s' },
      refunds: { ...quick, REFUND_OUTCOME_TIMEOUT: '5s', SCHEDULED_REFUND_AFTER: '1h' },
      // "Not found" counts 12 s after a call, and the sixth sync comes then.
      payouts: { ...quick, SYNC_PACE_PERCENT: '3', PAYOUT_OUTCOME_TIMEOUT: '5s' },
      'connector-worker': {
        CALL_TIMEOUT_MS: '6000',
        CONNECT_TIMEOUT_MS: '3000',
        LEASE_MS: '8000',
        // No listener: the connection is refused before a byte of the request is sent.
        CONNECTORS_PHONYPAY_BASE_URL: 'http://127.0.0.1:9',
      },
    },
  });
  await warmUp(system).catch(async (error: unknown) => {
    await system.stop();
    throw error;
  });
  process.stdout.write(`${JSON.stringify({ ...system.addresses, nameServerPort, costCounters })}\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
    process.stdin.on('end', resolve).on('error', resolve).resume();
  });
  await system.stop();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${inspect(error)}\n`);
    process.exit(1);
  },
);

import {
  aMerchant,
  apiAt,
  eventually,
  paymentBody,
  startLoad,
  type Api,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectConsistency } from './consistency-check';
import { replicatedSystem } from './replicated-system';

export interface BrokerRestart {
  readonly replicas: number;
  readonly by: 'SIGTERM' | 'SIGKILL';
  /** Time between the broker's end and its restart, without its start-up time. */
  readonly awayMs: number;
}

/** The time from the broker's first answer until every payment of one group succeeds. */
export interface Recovery extends BrokerRestart {
  readonly recoveredMs: number;
}

const groupSize = 16;
const groupEveryMs = 500;
async function allSucceed(clients: readonly Api[], group: string): Promise<boolean> {
  const pay = async (index: number): Promise<boolean> => {
    const body = paymentBody({ payment_id: `${group}_${index}` });
    const answer = await clients[index % clients.length]!.post('/payments', body).catch(() => undefined);
    return answer?.status === 200 && answer.body.status === 'succeeded';
  };
  const paid = await Promise.all(Array.from({ length: groupSize }, (_, index) => pay(index)));
  return paid.every(Boolean);
}

/**
 * Sends groups of payments with keys of every partition until every payment of one group succeeds. A payment counts when it is
 * answered, so the result is the time of the slowest partition, in ms.
 */
async function untilPaymentsSucceed(clients: readonly Api[], name: string): Promise<number> {
  const returned = performance.now();
  let recoveredMs: number | undefined;
  const groups: Promise<void>[] = [];
  for (let group = 0; recoveredMs === undefined && performance.now() - returned < 150_000; group += 1) {
    groups.push(
      allSucceed(clients, `${name}_${group}`).then((isPaid) => {
        if (isPaid) recoveredMs ??= performance.now() - returned;
      }),
    );
    await sleep(groupEveryMs);
  }
  await Promise.all(groups);
  return Math.round(recoveredMs ?? Infinity);
}

const untilLoadFlows = async ({ log }: { readonly log: readonly { outcome: string }[] }): Promise<void> => {
  const { length } = log;
  await eventually(() => log.slice(length).filter(({ outcome }) => outcome === 'ok').length > 40, {
    withinMs: 120_000,
  });
};

/** Restarts the broker under load, measures the recovery of payments, and asserts the consistency of all payments. */
export async function restartBroker(
  { system, gateways, merchant }: { system: System; gateways: readonly string[]; merchant: TestMerchant },
  restart: BrokerRestart,
): Promise<Recovery> {
  const { replicas, by, awayMs } = restart;
  const clients = gateways.map((baseUrl) => apiAt(baseUrl, { 'api-key': merchant.apiKey }));
  let turn = 0;
  const load = startLoad(() => clients[turn++ % clients.length]!, { seed: 100 * replicas + awayMs, clients: 8 });
  await untilLoadFlows(load);
  await system.infra.kill('kafka', by);
  await sleep(awayMs);
  await system.infra.restart('kafka');
  const recoveredMs = await untilPaymentsSucceed(clients, `after_${by}_${awayMs}`.toLowerCase());
  await untilLoadFlows(load);
  await expectConsistency(system, merchant, await load.stop());
  return { ...restart, recoveredMs };
}

export async function brokerRestarts(
  replicas: number,
  restarts: readonly Omit<BrokerRestart, 'replicas'>[],
  onRecovery: (recovery: Recovery) => void = () => undefined,
): Promise<Recovery[]> {
  // The gateway's timeouts keep their defaults: this run measures the time until payments succeed.
  const { system, gateways } = await replicatedSystem({
    replicas,
    appEnv: { payments: { SYNC_PACE_PERCENT: '20' } },
  });
  try {
    const merchant = await aMerchant(system);
    const recoveries: Recovery[] = [];
    for (const restart of restarts) {
      const recovery = await restartBroker({ system, gateways, merchant }, { replicas, ...restart });
      recoveries.push(recovery);
      onRecovery(recovery);
    }
    return recoveries;
  } finally {
    await system.stop();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { aMerchant, cardFields, eventually, paymentBody, type System, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from './consistency-check';
import { counted } from './counts';
import { expectReconciled } from './reconciled';

export interface WorkerKills {
  readonly confirms: number;
  readonly kills: number;
  /** The number of concurrent clients. */
  readonly clients: number;
  /** Time between two kills. */
  readonly everyMs: number;
  /** Kills a worker only while the other one is ready; otherwise a slow machine may have none for a while. */
  readonly oneStays?: boolean;
  /** Environment of every worker start. */
  readonly workerEnv?: Record<string, string>;
}

/** The outcomes of the confirms. `failed` counts by the error code in the answer. */
export interface KillReport {
  readonly confirms: number;
  readonly kills: number;
  readonly succeeded: number;
  readonly others: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
}

/**
 * Confirms payments while two connector workers are killed and restarted in turn. Compares the payments with the processor's
 * ledger and with its list, and counts the failed ones: the processor declines none of them.
 */
export async function killWorkers(system: System, options: WorkerKills): Promise<KillReport> {
  const { confirms, kills, clients, everyMs, oneStays = false, workerEnv = {} } = options;
  const workers = [system.app('connector-worker'), await system.addInstance('connector-worker')];
  workers[1]!.launch(workerEnv);
  await workers[1]!.ready();
  const merchant = await aMerchant(system);
  let killed = 0;
  let isOver = false;
  const killing = (async () => {
    for (; killed < kills && !isOver; killed += 1) {
      await sleep(everyMs);
      const worker = workers[killed % 2]!;
      if (oneStays) await workers[(killed + 1) % 2]!.ready();
      await worker.end('SIGKILL');
      worker.launch(workerEnv);
    }
  })();
  const todo = Array.from({ length: confirms }, (_, index) => `killed_${index}`);
  // Confirms are spread over all kills.
  const pauseMs = (kills * everyMs * clients) / confirms;
  const client = async () => {
    for (let id = todo.shift(); id !== undefined; id = todo.shift()) {
      const begun = performance.now();
      await confirm(merchant, id);
      await sleep(Math.max(0, pauseMs - (performance.now() - begun)));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  isOver = true;
  await killing;
  await Promise.all(workers.map((worker) => worker.ready()));
  const result = await report(system, merchant, { confirms, kills: killed });
  await workers[1]!.end('SIGTERM');
  return result;
}

const unconfirmed = (payment_id: string) => paymentBody({ payment_id, confirm: false });

async function confirm({ api }: TestMerchant, paymentId: string): Promise<void> {
  // A creation that fails under the kills is retried: it does not count against the payment.
  await eventually(async () => (await api.post('/payments', unconfirmed(paymentId))).status < 500, {
    withinMs: 60_000,
  });
  await api.post(`/payments/${paymentId}/confirm`, cardFields());
}

async function report(
  system: System,
  merchant: TestMerchant,
  of: Pick<KillReport, 'confirms' | 'kills'>,
): Promise<KillReport> {
  await expectConsistency(system, merchant, [], 120_000);
  const matched = await expectReconciled(system, merchant);
  const { succeeded = 0, ...others } = await counted(system, 'statuses', [merchant]);
  expect(matched).toBeGreaterThanOrEqual(succeeded);
  return { ...of, succeeded, others, failed: await counted(system, 'errors', [merchant]) };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { aMerchant, cardFields, eventually, paymentBody, type System, type TestMerchant } from '@payorch/harness';
import { judge } from './aftermath';
import { counted } from './counts';

export interface WorkerKills {
  readonly confirms: number;
  readonly kills: number;
  /** How many clients confirm side by side. */
  readonly clients: number;
  /** Between two kills; the next worker is ready by then or not. */
  readonly everyMs: number;
  /** For every start of a worker. */
  readonly workerEnv?: Record<string, string>;
}

/** What became of the confirms. `failed` counts by the error code that the merchant was shown. */
export interface KillReport {
  readonly confirms: number;
  readonly kills: number;
  readonly succeeded: number;
  readonly others: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
}

/**
 * Confirms payments with two connector workers, of which one after the other is killed and started again. Judges money by the
 * processor's ledger, and counts the payments that failed: the processor declines none of them.
 */
export async function killWorkers(system: System, options: WorkerKills): Promise<KillReport> {
  const { confirms, kills, clients, everyMs, workerEnv = {} } = options;
  const workers = [system.app('connector-worker'), await system.another('connector-worker')];
  workers[1]!.launch(workerEnv);
  await workers[1]!.ready();
  const merchant = await aMerchant(system);
  let killed = 0;
  let isOver = false;
  const nemesis = (async () => {
    for (; killed < kills && !isOver; killed += 1) {
      await sleep(everyMs);
      const worker = workers[killed % 2]!;
      await worker.end('SIGKILL');
      worker.launch(workerEnv);
    }
  })();
  const todo = Array.from({ length: confirms }, (_, index) => `killed_${index}`);
  // Spread over all the kills, so that each of them meets confirms.
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
  await nemesis;
  await Promise.all(workers.map((worker) => worker.ready()));
  return report(system, merchant, { confirms, kills: killed });
}

const unconfirmed = (payment_id: string) => paymentBody({ payment_id, confirm: false });

async function confirm({ api }: TestMerchant, paymentId: string): Promise<void> {
  // A service that is slow under the kills is no fault of this payment: it is there, or made by another try.
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
  await judge(system, merchant, [], 120_000);
  const { succeeded = 0, ...others } = await counted(system, 'statuses');
  return { ...of, succeeded, others, failed: await counted(system, 'errors') };
}

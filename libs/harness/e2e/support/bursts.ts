import { readFileSync } from 'node:fs';
import { aMerchant, eventually, ok, paymentBody, type Answer, type AppProcess, type System } from '@payorch/harness';
import { quiesce } from './aftermath';
import { counted } from './counts';
import { differences, sentTwice } from './witness';

export interface Burst {
  readonly payments: number;
  /** Of payments that were captured before, sent while the charges wait. */
  readonly refunds: number;
  /** How long the processor takes for each answer. */
  readonly processorMs: number;
  /** For every worker. */
  readonly workerEnv?: Record<string, string>;
  readonly withinMs: number;
}

export interface BurstReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** Of payments that failed, by the code that merchants see. */
  readonly errors: Readonly<Record<string, number>>;
  readonly refunds: Readonly<Record<string, number>>;
  /** All answers to requests, by status and code: what was refused as overload was sent again, and counts twice. */
  readonly answers: Readonly<Record<string, number>>;
  readonly tookMs: number;
  /** The most memory that a worker has had, in MiB. */
  readonly peakMiB: readonly number[];
}

const peakMiB = ({ pid }: AppProcess): number => {
  const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
};

function countIn(answers: Record<string, number>, answer: Answer): Answer {
  const { code, message = '' } = answer.body?.error ?? {};
  const what = code === undefined ? `${answer.status}` : `${answer.status} ${code} ${message}`;
  answers[what] = (answers[what] ?? 0) + 1;
  return answer;
}

/**
 * Sends payments of one connector account all at once to two workers, and refunds behind them. The processor declines none
 * of them, so whatever does not succeed failed for want of room.
 */
export async function burst(system: System, options: Burst): Promise<BurstReport> {
  const { payments, refunds, processorMs, workerEnv = {}, withinMs } = options;
  const second = await system.another('connector-worker');
  second.launch(workerEnv);
  await second.ready();
  const { api } = await aMerchant(system);
  const paid = await Promise.all(
    Array.from({ length: refunds }, (_, index) => api.post('/payments', paymentBody({ payment_id: `paid_${index}` }))),
  );
  paid.forEach(ok);
  ok(await system.sandbox.post('/control/latency', { ms: processorMs }));
  const begun = performance.now();
  // A service that cannot begin in time says 503, and then nothing exists: merchants send the same again.
  const answers: Record<string, number> = {};
  const untilTaken = (path: string, body: object) =>
    eventually(async () => countIn(answers, await api.post(path, body)).status < 500, { withinMs, everyMs: 1_000 });
  const charges = Array.from({ length: payments }, (_, index) =>
    untilTaken('/payments', paymentBody({ payment_id: `burst_${index}` })),
  );
  const back = Array.from({ length: refunds }, (_, index) =>
    untilTaken('/refunds', { payment_id: `paid_${index}`, refund_id: `back_${index}`, amount: 100 }),
  );
  await Promise.allSettled([...charges, ...back]);
  await eventually(async () => !('processing' in (await counted(system, 'statuses'))), {
    withinMs,
    everyMs: 500,
  }).catch(() => undefined);
  const tookMs = Math.round(performance.now() - begun);
  await quiesce(system, withinMs);
  expect(await differences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  return {
    statuses: await counted(system, 'statuses'),
    errors: await counted(system, 'errors'),
    refunds: await counted(system, 'refunds'),
    answers,
    tookMs,
    peakMiB: [system.app('connector-worker'), second].map(peakMiB),
  };
}

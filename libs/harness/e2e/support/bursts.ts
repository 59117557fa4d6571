import { readFileSync } from 'node:fs';
import { aMerchant, eventually, ok, paymentBody, type Answer, type AppProcess, type System } from '@payorch/harness';
import { quiesce } from './consistency-check';
import { counted } from './counts';
import { ledgerDifferences, sentTwice } from './ledger-check';

export interface Burst {
  readonly payments: number;
  /** Refunds of earlier payments, sent while the charges wait. */
  readonly refunds: number;
  /** The processor's response time. */
  readonly processorMs: number;
  /** Environment of every worker. */
  readonly workerEnv?: Record<string, string>;
  readonly withinMs: number;
}

export interface BurstReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** Failed payments by error code. */
  readonly errors: Readonly<Record<string, number>>;
  readonly refunds: Readonly<Record<string, number>>;
  /** Answers by status and code; a request that was refused for overload and retried counts twice. */
  readonly answers: Readonly<Record<string, number>>;
  readonly tookMs: number;
  /** The peak memory of each worker, in MiB. */
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
 * Sends payments of one connector account at once to two workers, then refunds. The processor declines none of them, so every
 * failure is due to a capacity limit of the workers.
 */
export async function burst(system: System, options: Burst): Promise<BurstReport> {
  const { payments, refunds, processorMs, workerEnv = {}, withinMs } = options;
  const second = await system.addInstance('connector-worker');
  second.launch(workerEnv);
  await second.ready();
  const merchant = await aMerchant(system);
  const { api } = merchant;
  const paid = await Promise.all(
    Array.from({ length: refunds }, (_, index) => api.post('/payments', paymentBody({ payment_id: `paid_${index}` }))),
  );
  paid.forEach(ok);
  ok(await system.sandbox.post('/control/latency', { ms: processorMs }));
  const begun = performance.now();
  // A service that cannot begin in time answers 503 and creates nothing: merchants retry the same request.
  const answers: Record<string, number> = {};
  const untilAccepted = (path: string, body: object) =>
    eventually(async () => countIn(answers, await api.post(path, body)).status < 500, { withinMs, everyMs: 1_000 });
  const charges = Array.from({ length: payments }, (_, index) =>
    untilAccepted('/payments', paymentBody({ payment_id: `burst_${index}` })),
  );
  const refundRequests = Array.from({ length: refunds }, (_, index) =>
    untilAccepted('/refunds', { payment_id: `paid_${index}`, refund_id: `back_${index}`, amount: 100 }),
  );
  await Promise.allSettled([...charges, ...refundRequests]);
  await eventually(async () => !('processing' in (await counted(system, 'statuses', [merchant]))), {
    withinMs,
    everyMs: 500,
  }).catch(() => undefined);
  const tookMs = Math.round(performance.now() - begun);
  await quiesce(system, withinMs);
  expect(await ledgerDifferences(system)).toEqual([]);
  expect(sentTwice(system)).toEqual([]);
  const report = {
    statuses: await counted(system, 'statuses', [merchant]),
    errors: await counted(system, 'errors', [merchant]),
    refunds: await counted(system, 'refunds', [merchant]),
    answers,
    tookMs,
    peakMiB: [system.app('connector-worker'), second].map(peakMiB),
  };
  ok(await system.sandbox.post('/control/latency', { ms: 0 }));
  await second.end('SIGTERM');
  return report;
}

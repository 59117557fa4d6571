import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, LogEntry } from './client-log';
import type { Answer, Api } from './http';
import { cardFields, cards, paymentBody } from './merchant';

export interface LoadOptions {
  /** The same seed repeats the same requests for the same payments. */
  readonly seed: number;
  /** Concurrent clients, each with one payment at a time; default 4. */
  readonly clients?: number;
  /** Pause between two payments of a client; default none. */
  readonly pauseMs?: number;
}

export interface Load {
  /** Grows while the load runs. */
  readonly log: readonly LogEntry[];
  /** Stops the load after every client has finished its current call, and returns the log. */
  readonly stop: () => Promise<readonly LogEntry[]>;
}

interface Step {
  readonly action: Action;
  readonly body?: object;
}

const create = (more: object = {}): Step => ({ action: 'create', body: paymentBody(more) });
const manual = create({ capture_method: 'manual' });

/** The journeys of payments, each with its share of twenty. */
const journeys: readonly (readonly [number, readonly Step[]])[] = [
  [9, [create()]],
  [3, [create(cardFields(cards.declined))]],
  [3, [create({ confirm: false }), { action: 'confirm', body: cardFields() }]],
  [3, [manual, { action: 'capture', body: {} }]],
  [2, [manual, { action: 'cancel', body: {} }]],
];
const deck = journeys.flatMap(([times, steps]) => Array.from({ length: times }, () => steps));

/** The Mulberry32 generator: the same sequence on every platform. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const send = (api: Api, paymentId: string, { action, body = {} }: Step): Promise<Answer> => {
  if (action === 'retrieve') return api.get(`/payments/${paymentId}`);
  if (action === 'create') return api.post('/payments', { ...body, payment_id: paymentId });
  return api.post(`/payments/${paymentId}/${action}`, body);
};

type CallResult = Pick<LogEntry, 'outcome' | 'httpStatus' | 'result'>;

const resultOf = ({ status, body }: Answer): CallResult => {
  if (status === 200) return { outcome: 'ok', httpStatus: status, result: String(body.status) };
  return { outcome: status >= 500 ? 'unknown' : 'fail', httpStatus: status, result: String(body?.error?.code) };
};

const noAnswer = (error: Error & { code?: string }): CallResult => ({
  outcome: 'unknown',
  httpStatus: null,
  result: error.code ?? error.message,
});

/** Runs the steps of one journey until an answer is not ok or the payment is processing. */
export async function runJourney(
  api: () => Api,
  paymentId: string,
  steps: readonly Step[],
  note: (entry: Omit<LogEntry, 'atMs'>) => void,
): Promise<void> {
  for (const step of steps) {
    const began = performance.now();
    const called = await send(api(), paymentId, step).then(resultOf, noAnswer);
    note({ action: step.action, paymentId, ...called, tookMs: performance.now() - began });
    // No gateway answers: a pause, unreferenced so that a failed test can end.
    if (called.httpStatus === null) await sleep(50, undefined, { ref: false });
    if (called.outcome !== 'ok' || called.result === 'processing') return;
  }
}

/**
 * Clients that create payments of every kind until `stop` is called, never send a request twice, and log every answer.
 * `api` is called before each request, so that a test can move the clients to another gateway.
 */
export function startLoad(api: () => Api, { seed, clients = 4, pauseMs = 0 }: LoadOptions): Load {
  const log: LogEntry[] = [];
  const started = performance.now();
  const note = (entry: Omit<LogEntry, 'atMs'>) => log.push({ ...entry, atMs: performance.now() - started });
  let isOver = false;
  const client = async (number: number) => {
    const random = randomOf(seed * 1_000 + number);
    for (let turn = 0; !isOver; turn += 1) {
      const steps = deck[Math.floor(random() * deck.length)] ?? [];
      const lookup: Step[] = random() < 0.3 ? [{ action: 'retrieve' }] : [];
      await runJourney(api, `load_${seed}_${number}_${turn}`, [...steps, ...lookup], note);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    log,
    stop: async () => {
      isOver = true;
      await ended;
      return log;
    },
  };
}

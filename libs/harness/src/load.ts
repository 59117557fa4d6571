import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, LogEntry } from './client-log';
import type { Answer, Api } from './http';
import { cardFields, cards, paymentBody } from './merchant';

export interface LoadOptions {
  /** The same seed does the same things to the same payments. */
  readonly seed: number;
  /** Each does one payment after the other; default 4. */
  readonly clients?: number;
  /** Between two payments of a client; default none. */
  readonly pauseMs?: number;
}

export interface Load {
  /** Grows while the load goes on. */
  readonly log: readonly LogEntry[];
  /** Lets every client finish the call it is in. */
  readonly stop: () => Promise<readonly LogEntry[]>;
}

interface Step {
  readonly action: Action;
  readonly body?: object;
}

const create = (more: object = {}): Step => ({ action: 'create', body: paymentBody(more) });
const manual = create({ capture_method: 'manual' });

/** What becomes of payments, and how often of twenty. */
const journeys: readonly (readonly [number, readonly Step[]])[] = [
  [9, [create()]],
  [3, [create(cardFields(cards.declined))]],
  [3, [create({ confirm: false }), { action: 'confirm', body: cardFields() }]],
  [3, [manual, { action: 'capture', body: {} }]],
  [2, [manual, { action: 'cancel', body: {} }]],
];
const deck = journeys.flatMap(([times, steps]) => Array.from({ length: times }, () => steps));

/** Mulberry32: small, and the same everywhere. */
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

type Learnt = Pick<LogEntry, 'outcome' | 'httpStatus' | 'said'>;

const learn = ({ status, body }: Answer): Learnt => {
  if (status === 200) return { outcome: 'ok', httpStatus: status, said: String(body.status) };
  return { outcome: status >= 500 ? 'unknown' : 'fail', httpStatus: status, said: String(body?.error?.code) };
};

const silence = (error: Error & { code?: string }): Learnt => ({
  outcome: 'unknown',
  httpStatus: null,
  said: error.code ?? error.message,
});

/** Runs one journey as long as each answer is clear: what became of it otherwise is the checker's to find out. */
export async function travel(
  api: () => Api,
  paymentId: string,
  steps: readonly Step[],
  note: (entry: Omit<LogEntry, 'atMs'>) => void,
): Promise<void> {
  for (const step of steps) {
    const began = performance.now();
    const learnt = await send(api(), paymentId, step).then(learn, silence);
    note({ action: step.action, paymentId, ...learnt, tookMs: performance.now() - began });
    // Nobody there: a moment's rest, in which a test that has failed meanwhile may end.
    if (learnt.httpStatus === null) await sleep(50, undefined, { ref: false });
    if (learnt.outcome !== 'ok' || learnt.said === 'processing') return;
  }
}

/**
 * Clients that make payments of every kind until they are told to stop, never send a request twice, and log what they were
 * told. `api` is asked before each call, so that a test may move them to another gateway.
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
      const look: Step[] = random() < 0.3 ? [{ action: 'retrieve' }] : [];
      await travel(api, `load_${seed}_${number}_${turn}`, [...steps, ...look], note);
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

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../http/answers';
import type { Journal } from '../../ledger/journal';
import type { Refusal } from '../errors';
import { invalidRequest, keyInUse, keyReused } from '../errors';
import type { AnswerPosition } from '../objects/memory';

const maxKeyLength = 255;

/** The same parameters give the same fingerprint in any order. */
export function fingerprintOf({ method, url, body }: FastifyRequest): string {
  const pairs = Object.entries((body ?? {}) as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(pairs)}`)
    .digest('base64url');
}

export interface KeyedRequest {
  readonly account: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Executes a call once per key: a repeated call gets the stored response, and parallel calls are refused. */
export class Idempotency {
  private readonly running = new Set<string>();

  constructor(private readonly journal: Journal) {}

  /** Returns the position of the stored response, or a refusal while the key is in use or has other parameters. */
  findEarlier({
    account,
    key,
    fingerprint,
  }: KeyedRequest): { readonly position: AnswerPosition } | { readonly refusal: Refusal } | undefined {
    if (key.length > maxKeyLength) {
      return { refusal: invalidRequest(`Idempotency keys must be at most ${maxKeyLength} characters long.`) };
    }
    if (this.running.has(`${account} ${key}`)) return { refusal: keyInUse(key) };
    const position = this.journal.stripe.answer(account, key);
    if (!position) return undefined;
    return position.fingerprint === fingerprint ? { position } : { refusal: keyReused(key) };
  }

  async replay({ seq }: AnswerPosition): Promise<Answer> {
    const entry = await this.journal.entry(seq);
    if (entry?.entry !== 'answer') throw new Error(`ledger entry ${seq} is no answer`);
    return { status: entry.status, body: JSON.parse(entry.body) as object };
  }

  store({ account, key, fingerprint }: KeyedRequest, request: string, { status, body }: Answer): void {
    const stored = { account, key, fingerprint, request, status, body: JSON.stringify(body) };
    this.journal.write({ entry: 'answer', connector: 'stripe', ...stored });
  }

  async runExclusively({ account, key }: KeyedRequest, run: () => Promise<void>): Promise<void> {
    const runningKey = `${account} ${key}`;
    this.running.add(runningKey);
    try {
      await run();
    } finally {
      this.running.delete(runningKey);
    }
  }
}

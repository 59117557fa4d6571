import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Numbered, StateEntry } from '../ledger/entries';
import type { Journal, Memory } from '../ledger/journal';
import { Newest } from '../ledger/newest';
import type { Answer } from './answer';

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

/** The ledger position of a stored response. */
export interface AnswerPosition {
  readonly fingerprint: string;
  readonly request: string;
  readonly seq: number;
}

/** What is known of a key: its response, that its call is still running, or that its parameters were others. */
export type Earlier = AnswerPosition | 'running' | 'other_parameters' | undefined;

const idOf = ({ account, key }: Pick<KeyedRequest, 'account' | 'key'>): string => `${account} ${key}`;

/**
 * The idempotency keys of one processor: a call is executed once per key, and a repeated call gets the stored response,
 * also after a restart. Memory holds ledger positions only; the oldest are dropped.
 */
export class Idempotency implements Memory {
  private readonly running = new Set<string>();
  private readonly answers: Newest<AnswerPosition>;

  constructor(
    private readonly journal: Pick<Journal, 'attach' | 'entry' | 'write'>,
    private readonly connector: string,
    maxAnswers: number,
  ) {
    this.answers = new Newest(maxAnswers);
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (entry.entry !== 'response' || entry.connector !== this.connector) return;
    const { fingerprint, request, seq } = entry;
    this.answers.set(idOf(entry), { fingerprint, request, seq });
  }

  findEarlier(keyed: KeyedRequest): Earlier {
    if (this.running.has(idOf(keyed))) return 'running';
    const position = this.answers.get(idOf(keyed));
    return position && position.fingerprint !== keyed.fingerprint ? 'other_parameters' : position;
  }

  async replay({ seq }: AnswerPosition): Promise<Answer> {
    const entry = await this.journal.entry(seq);
    if (entry?.entry !== 'response') throw new Error(`ledger entry ${seq} is no answer`);
    return { status: entry.status, body: JSON.parse(entry.body) as object };
  }

  store({ account, key, fingerprint }: KeyedRequest, request: string, { status, body }: Answer): void {
    const stored = { account, key, fingerprint, request, status, body: JSON.stringify(body) };
    this.journal.write({ entry: 'response', connector: this.connector, ...stored });
  }

  async runExclusively(keyed: KeyedRequest, run: () => Promise<void>): Promise<void> {
    this.running.add(idOf(keyed));
    try {
      await run();
    } finally {
      this.running.delete(idOf(keyed));
    }
  }
}

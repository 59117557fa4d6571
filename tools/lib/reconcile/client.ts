import { setTimeout as sleep } from 'node:timers/promises';
import { namesPerRequest } from '@payorch/contracts';
import type { ReadNamed } from './compare-window';
import type { Ours, Period, Theirs } from './records';
import type { Account } from './report';
import type { WireOurs, WireTheirs } from './wire';
import { oursFromWire, theirsFromWire } from './wire';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: readonly unknown[];
    readonly next?: string | null;
    readonly error?: { readonly code?: string; readonly message?: string };
  } & Readonly<Record<string, unknown>>;
}

/** The gateway with the admin key. */
export interface Api {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
}

/** The gateway does not answer, or refuses the admin key: nothing can be compared. */
export class NoGateway extends Error {}

/** One account or one kind of it cannot be compared; the others can. */
export class NotCompared extends Error {
  /** A later call would be answered the same: the processor has no list. */
  readonly isForGood = this.message.includes(noList);
}

const noList = 'NO_LIST';
const passing = [429, 500, 502, 503, 504];
/** What ends by itself: an overload, or a processor that does not answer. */
const isPassing = ({ status, body }: Answer): boolean =>
  passing.includes(status) || (body.error?.code === 'CE_00' && !body.error.message?.startsWith('NO_'));
const waits = [500, 1_000, 2_000, 4_000, 8_000];
const prefix = '/ops/reconciliation';

export interface ListOptions {
  readonly connected: readonly string[];
  readonly onRead: (count: number) => void;
  readonly isWanted?: (record: Theirs) => boolean;
}

/** Reads the routes of reconciliation. What fails for a time is repeated: all of them read, but a sync, which may run twice. */
export class ReconciliationClient {
  constructor(
    readonly api: Api,
    /** Between two tries, in ms. */
    readonly waitsMs: readonly number[] = waits,
  ) {}

  async #answered(call: () => Promise<Answer>): Promise<Answer> {
    for (const waitMs of this.waitsMs) {
      const answer = await call().catch(() => null);
      if (answer && !isPassing(answer)) return answer;
      await sleep(waitMs);
    }
    return call().catch((error: unknown) => {
      throw new NoGateway(`the gateway does not answer: ${causeOf(error)}`);
    });
  }

  async #must(call: () => Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await this.#answered(call);
    if (status === 200) return body;
    const text = [body.error?.code, body.error?.message].filter(Boolean).join(': ') || `HTTP ${status}`;
    if (status === 401 || status === 403) throw new NoGateway(`the gateway refuses the admin key: ${text}`);
    throw new NotCompared(text);
  }

  async #pages(path: string, request: object, take: (records: readonly unknown[]) => void): Promise<void> {
    let cursor: string | null = null;
    do {
      const { data = [], next = null } = await this.#must(() => this.api.post(path, { ...request, cursor }));
      take(data);
      cursor = next;
    } while (cursor !== null);
  }

  /** The accounts of all merchants at a connector. */
  async accounts(connector: string): Promise<Account[]> {
    const found: Account[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ connector, limit: '100', ...(cursor !== null && { cursor }) });
      const { data = [], next = null } = await this.#must(() => this.api.get(`${prefix}/accounts?${query}`));
      for (const one of data as Readonly<Record<string, string>>[])
        found.push({
          merchantId: one['merchant_id']!,
          merchantConnectorId: one['merchant_connector_id']!,
          connector: one['connector']!,
        });
      cursor = next;
    } while (cursor !== null);
    return found;
  }

  /** What the processor lists of the account itself, and of the connected accounts of direct charges; `onRead` gets the number of each page. */
  async theirs(
    account: Account,
    kind: Theirs['kind'],
    period: Period,
    { connected, onRead, isWanted = () => true }: ListOptions,
  ): Promise<Theirs[]> {
    const records: Theirs[] = [];
    for (const connectedAccount of [null, ...connected]) {
      const request = { ...ofAccount(account, kind), connected_account: connectedAccount, ...wirePeriod(period) };
      await this.#pages(`${prefix}/processor_records`, request, (page) => {
        records.push(...(page as WireTheirs[]).map(theirsFromWire).filter(isWanted));
        onRead(page.length);
      });
    }
    return records;
  }

  async ours(account: Account, kind: Theirs['kind'], period: Period, onRead: (count: number) => void): Promise<Ours[]> {
    const records: Ours[] = [];
    await this.#pages(`${prefix}/own_records`, { ...ofAccount(account, kind), ...wirePeriod(period) }, (page) => {
      records.push(...(page as WireOurs[]).map(oursFromWire));
      onRead(page.length);
    });
    return records;
  }

  /** Our records by name at these accounts, in as many requests as their limit takes. */
  named(accounts: readonly Account[], kind: Theirs['kind']): ReadNamed {
    return async ({ references, ourIds }) => {
      const records: Ours[] = [];
      for (const account of accounts)
        for (let from = 0; from < Math.max(references.length, ourIds.length); from += namesPerRequest) {
          const names = {
            references: references.slice(from, from + namesPerRequest),
            our_ids: ourIds.slice(from, from + namesPerRequest),
          };
          const { data = [] } = await this.#must(() =>
            this.api.post(`${prefix}/own_records`, { ...ofAccount(account, kind), ...names }),
          );
          records.push(...(data as WireOurs[]).map(oursFromWire));
        }
      return records;
    };
  }

  /** Has an object synced with its processor; its status before and after. A refused sync says why. */
  async sync({ merchantId }: Account, { kind, objectId }: Ours): Promise<Synced> {
    const { status, body } = await this.#answered(() =>
      this.api.post(`${prefix}/syncs`, { merchant_id: merchantId, kind, id: objectId }),
    );
    if (status === 200) return { before: String(body['before']), after: String(body['after']), refused: null };
    return { before: null, after: null, refused: body.error?.message ?? `HTTP ${status}` };
  }

  report(body: object): Promise<Answer['body']> {
    return this.#must(() => this.api.post('/ops/reconciliations', body));
  }
}

export interface Synced {
  readonly before: string | null;
  readonly after: string | null;
  readonly refused: string | null;
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
  return cause?.code ?? message;
};

const ofAccount = ({ merchantId, merchantConnectorId }: Account, kind: Theirs['kind']) => ({
  merchant_id: merchantId,
  merchant_connector_id: merchantConnectorId,
  kind,
});

const iso = (ms: number): string => new Date(ms).toISOString();
export const wirePeriod = ({ from, till }: Period) => ({ from: iso(from), till: iso(till) });

import type { Found } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { InvariantError, randomText } from '@payorch/kernel';
import { isTransient } from '@payorch/platform/postgres';
import type { Operation, OperationFacts } from '../domain/operation';
import { eventOf, referenceIn } from '../domain/operation';
import type {
  Claim,
  FoundNote,
  Hearing,
  OperationRepository,
  TakeOver,
  Written,
} from '../persistence/operation.repository';
import { MicroBatch } from './micro-batch';

type Entry = { readonly claim: Claim } | { readonly hearing: Hearing };
/** When a claim was taken, or whether a hearing counted; undefined where somebody else was first. */
type Entered = { readonly takenAt: Date | null } | undefined;

/** `mine`: this caller alone may act on the row. */
export interface Claimed {
  readonly mine: boolean;
  readonly operation: Operation;
}

/** `isMine`: what was stored is this caller's word. The row is as it stands then, whoever wrote it last. */
export interface Stored {
  readonly isMine: boolean;
  readonly operation: Operation;
}

export interface OperationLogOptions {
  /** How long a write is tried again while the database is away. */
  readonly patienceMs: number;
}

const dayMs = 86_400_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The rows of the operations, written in groups: all that are in flight share one commit. */
export class OperationLog {
  private readonly batch = new MicroBatch<Entry, Entered>((entries) => this.write(entries));
  private readonly notes = new MicroBatch<FoundNote, boolean>((notes) =>
    this.patiently(() => this.rows.noteFound(notes)),
  );

  constructor(
    private readonly rows: Pick<OperationRepository, 'write' | 'load' | 'takeOver' | 'noteFound'>,
    private readonly options: OperationLogOptions = { patienceMs: 15_000 },
  ) {}

  /** Takes an operation to be sent: committed when this returns, before a byte may leave. */
  claim(facts: OperationFacts): Promise<Claimed> {
    return this.insert({ facts, state: 'sent', leaseToken: randomText(20), outcome: null });
  }

  /**
   * Shuts an operation whose command has not come yet: it can no longer run, and is told `outcome` when it comes. Where there is
   * a row, that row is given.
   */
  async forbid(facts: OperationFacts, outcome: Outcome | null = null): Promise<Operation> {
    return (await this.insert({ facts, state: 'never', leaseToken: randomText(20), outcome })).operation;
  }

  /** Stores the result of the call that holds the claim; gives the row as it stands then, and whether the claim still held. */
  async storeResult(operation: Operation, outcome: Outcome): Promise<Stored> {
    const row = await this.hear(operation, outcome, operation.leaseToken);
    return { isMine: row.leaseToken === operation.leaseToken, operation: row };
  }

  /** Stores that the processor has no such operation, unless somebody has taken it over since it was read. */
  async storeAbsence(operation: Operation): Promise<Stored> {
    const row = await this.hear(operation, { kind: 'absent' }, operation.leaseToken);
    return { isMine: row.outcome?.kind === 'absent', operation: row };
  }

  /** Takes an operation without an answer from whoever sent it, to send it again under its key. */
  takeOver(operation: Operation, sentWithinMs: number): Promise<Operation | undefined> {
    return this.retake(operation, { states: ['sent', 'unknown'], sentWithinMs });
  }

  /** A new lease for a claim that was never used, unless somebody has acted on the row meanwhile. */
  renew(operation: Operation): Promise<Operation | undefined> {
    return this.retake(operation, { states: ['sent'], sentWithinMs: dayMs });
  }

  /** Remembers what the preliminaries brought; false where the claim no longer holds. */
  noteFound(operation: Operation, found: Found): Promise<boolean> {
    return this.notes.add({ operation, found });
  }

  /** Stores what a sync or a webhook brought, unless an answer stands for good. */
  storeNews(operation: Operation, outcome: Outcome): Promise<Operation> {
    return this.hear(operation, outcome, null);
  }

  private async retake(operation: Operation, by: Omit<TakeOver, 'leaseToken'>): Promise<Operation | undefined> {
    const leaseToken = randomText(20);
    const taken = await this.patiently(() => this.rows.takeOver(operation, { ...by, leaseToken }));
    if (taken) return taken;
    // Written by a statement whose answer was lost: the token tells that it was ours.
    const row = await this.load(operation);
    return row.leaseToken === leaseToken ? row : undefined;
  }

  private async insert(claim: Claim): Promise<Claimed> {
    const { facts, state, leaseToken, outcome } = claim;
    const entered = await this.batch.add({ claim });
    if (entered)
      return {
        mine: true,
        operation: { ...facts, state, leaseToken, sentAt: entered.takenAt, found: null, outcome },
      };
    const operation = await this.load(facts);
    // Written by a statement whose answer was lost: the token tells that it was ours.
    return { mine: operation.leaseToken === leaseToken, operation };
  }

  private async hear(operation: Operation, outcome: Outcome, leaseToken: string | null): Promise<Operation> {
    const { merchantId, operationId } = operation;
    const entered = await this.batch.add({ hearing: { merchantId, operationId, leaseToken, outcome } });
    if (!entered) return this.load(operation);
    const state = eventOf(outcome) === 'answered' ? 'answered' : 'unknown';
    return { ...operation, state, outcome, reference: referenceIn(outcome) ?? operation.reference };
  }

  private async load({ merchantId, operationId }: OperationFacts): Promise<Operation> {
    const operation = await this.patiently(() => this.rows.load(merchantId, operationId));
    if (!operation) throw new InvariantError(`operation ${operationId} belongs to somebody else`);
    return operation;
  }

  private async write(entries: readonly Entry[]): Promise<readonly Entered[]> {
    const claims = entries.flatMap((entry) => ('claim' in entry ? [entry.claim] : []));
    const hearings = entries.flatMap((entry) => ('hearing' in entry ? [entry.hearing] : []));
    const written = await this.patiently(() => this.rows.write(claims, hearings));
    const places = new Map(hearings.map((hearing, place) => [hearing, place]));
    return entries.map((entry) => enteredOf(entry, written, places));
  }

  /** A repeated write changes nothing that the first one did: claims know their token, and an answer is stored once. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.options.patienceMs;
    for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, 1_000)) {
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error) || performance.now() + waitMs > until) throw error;
        await pause(waitMs);
      }
    }
  }
}

function enteredOf(entry: Entry, { claimed, heard }: Written, places: ReadonlyMap<Hearing, number>): Entered {
  if ('hearing' in entry) return heard.has(places.get(entry.hearing)!) ? { takenAt: null } : undefined;
  const takenAt = claimed.get(entry.claim.leaseToken);
  return takenAt === undefined ? undefined : { takenAt };
}

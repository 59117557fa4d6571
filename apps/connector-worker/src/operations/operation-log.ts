import type { Found } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { InvariantError, randomText } from '@payorch/kernel';
import { isTransient } from '@payorch/platform/postgres';
import type { Operation, OperationFacts } from '../domain/operation';
import { eventOf, referenceIn } from '../domain/operation';
import type {
  Claim,
  FoundNote,
  OutcomeToStore,
  OperationRepository,
  TakeOver,
  Written,
} from '../persistence/operation.repository';
import { MicroBatch } from './micro-batch';

type Entry = { readonly claim: Claim } | { readonly toStore: OutcomeToStore };
/** When a claim was taken, or that an outcome was stored; undefined if another worker was first. */
type Entered = { readonly takenAt: Date | null } | undefined;

/** `mine`: this caller alone may act on the row. */
export interface Claimed {
  readonly mine: boolean;
  readonly operation: Operation;
}

/** `isMine`: the stored outcome is this caller's. `operation`: the row after the write, by any writer. */
export interface Stored {
  readonly isMine: boolean;
  readonly operation: Operation;
}

export interface OperationLogOptions {
  /** How long a write is retried while the database is down. */
  readonly retryForMs: number;
}

const dayMs = 86_400_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The rows of operations, written in batches: all writes in flight share one commit. */
export class OperationLog {
  private readonly batch = new MicroBatch<Entry, Entered>((entries) => this.write(entries));
  private readonly notes = new MicroBatch<FoundNote, boolean>((notes) =>
    this.retried(() => this.rows.noteFound(notes)),
  );

  constructor(
    private readonly rows: Pick<OperationRepository, 'write' | 'load' | 'takeOver' | 'noteFound'>,
    private readonly options: OperationLogOptions = { retryForMs: 15_000 },
  ) {}

  /** Claims an operation. The claim is committed when this returns, before a byte may be sent. */
  claim(facts: OperationFacts): Promise<Claimed> {
    return this.insert({ facts, state: 'sent', leaseToken: randomText(20), outcome: null });
  }

  /**
   * Forbids an operation whose command has not come yet: the command will not run and is answered with `outcome`. Returns the
   * existing row if there is one.
   */
  async forbid(facts: OperationFacts, outcome: Outcome | null = null): Promise<Operation> {
    return (await this.insert({ facts, state: 'never', leaseToken: randomText(20), outcome })).operation;
  }

  /** Stores the outcome of the claim's call. Returns the row after the write, and whether the claim was still valid. */
  async storeResult(operation: Operation, outcome: Outcome): Promise<Stored> {
    const row = await this.store(operation, outcome, operation.leaseToken);
    return { isMine: row.leaseToken === operation.leaseToken, operation: row };
  }

  /** Stores that the processor has no such operation, unless another claim has taken it over since the row was read. */
  async storeAbsence(operation: Operation): Promise<Stored> {
    const row = await this.store(operation, { kind: 'absent' }, operation.leaseToken);
    return { isMine: row.outcome?.kind === 'absent', operation: row };
  }

  /** Takes over an operation without an answer, to send it again under its idempotency key. */
  takeOver(operation: Operation, sentWithinMs: number): Promise<Operation | undefined> {
    return this.retake(operation, { states: ['sent', 'unknown'], sentWithinMs });
  }

  /** Takes a new lease for a claim that was never used, unless the row has changed since. */
  renew(operation: Operation): Promise<Operation | undefined> {
    return this.retake(operation, { states: ['sent'], sentWithinMs: dayMs });
  }

  /** Stores the results of the preliminaries; false if the claim is no longer valid. */
  noteFound(operation: Operation, found: Found): Promise<boolean> {
    return this.notes.add({ operation, found });
  }

  /** Stores an outcome from a sync or a webhook, unless the stored outcome is final. */
  storeOutcome(operation: Operation, outcome: Outcome): Promise<Operation> {
    return this.store(operation, outcome, null);
  }

  private async retake(operation: Operation, by: Omit<TakeOver, 'leaseToken'>): Promise<Operation | undefined> {
    const leaseToken = randomText(20);
    const taken = await this.retried(() => this.rows.takeOver(operation, { ...by, leaseToken }));
    if (taken) return taken;
    // The answer of the statement may have been lost: the token shows whether the write was ours.
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
    // The answer of the statement may have been lost: the token shows whether the write was ours.
    return { mine: operation.leaseToken === leaseToken, operation };
  }

  private async store(operation: Operation, outcome: Outcome, leaseToken: string | null): Promise<Operation> {
    const { merchantId, operationId } = operation;
    const entered = await this.batch.add({ toStore: { merchantId, operationId, leaseToken, outcome } });
    if (!entered) return this.load(operation);
    const state = eventOf(outcome) === 'answered' ? 'answered' : 'unknown';
    return { ...operation, state, outcome, reference: referenceIn(outcome) ?? operation.reference };
  }

  private async load({ merchantId, operationId }: OperationFacts): Promise<Operation> {
    const operation = await this.retried(() => this.rows.load(merchantId, operationId));
    if (!operation) throw new InvariantError(`operation ${operationId} belongs to another merchant`);
    return operation;
  }

  private async write(entries: readonly Entry[]): Promise<readonly Entered[]> {
    const claims = entries.flatMap((entry) => ('claim' in entry ? [entry.claim] : []));
    const outcomes = entries.flatMap((entry) => ('toStore' in entry ? [entry.toStore] : []));
    const written = await this.retried(() => this.rows.write(claims, outcomes));
    const places = new Map(outcomes.map((outcome, place) => [outcome, place]));
    return entries.map((entry) => enteredOf(entry, written, places));
  }

  /** Retries a write. A repeated write is harmless: claims are recognized by their token, and an answer is stored once. */
  private async retried<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.options.retryForMs;
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

function enteredOf(entry: Entry, { claimed, stored }: Written, places: ReadonlyMap<OutcomeToStore, number>): Entered {
  if ('toStore' in entry) return stored.has(places.get(entry.toStore)!) ? { takenAt: null } : undefined;
  const takenAt = claimed.get(entry.claim.leaseToken);
  return takenAt === undefined ? undefined : { takenAt };
}

import { Idempotency } from '../calls/idempotency';
import type { Numbered, StateEntry } from '../ledger/entries';
import type { Journal, Memory } from '../ledger/journal';
import { StoredEvents } from './object-service';
import type { ObjectStore, StoredObject } from './object-store';

/**
 * The state of one processor: whole objects, but only the ledger positions of events and responses. The oldest events and
 * responses are dropped; the ledger has them all.
 */
export class ObjectMemory<R extends StoredObject, S extends ObjectStore<R>> implements Memory {
  readonly idempotency: Idempotency;
  readonly events: StoredEvents;

  /** `read`: reads an object that an earlier version wrote. */
  constructor(
    private readonly connector: string,
    readonly objects: S,
    journal: Journal,
    maxPositions: number,
    private readonly readRecord: (record: R) => R,
  ) {
    this.idempotency = new Idempotency(journal, connector, maxPositions);
    this.events = new StoredEvents(maxPositions);
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (entry.connector !== this.connector) return;
    this.events.apply(entry);
    if ('objects' in entry) for (const one of entry['objects'] as R[]) this.objects.store(this.readRecord(one));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { EventEntry, Numbered, StateEntry } from '../../../kit/ledger/entries';
import type { Memory } from '../../../kit/ledger/journal';
import { Idempotency } from '../../../kit/calls/idempotency';
import { Journal } from '../../../kit/ledger/journal';
import { Newest } from '../../../kit/ledger/newest';
import type { StripeSettings } from '../settings';
import { stripeSettings } from '../settings';
import type { StripeRecord } from './records';
import { StripeObjects } from './store';

/** The ledger position of an event, from which its body is read back. */
export interface EventPosition {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly account: string;
  readonly seq: number;
}

/** A payment leaves about four events, a stored response of its own and one of the call before it. */
const positionsPerPayment = 4;

/**
 * The state at Stripe: whole objects, but only the ledger positions of events and responses. The oldest events and
 * responses are dropped, as Stripe drops them after days; the ledger has them all.
 */
@Injectable()
export class StripeMemory implements Memory {
  readonly objects: StripeObjects;
  readonly idempotency: Idempotency;
  private readonly events: Newest<EventPosition>;

  constructor(
    journal: Journal,
    @Inject(stripeSettings) { maxEndedRetained }: Pick<StripeSettings, 'maxEndedRetained'>,
  ) {
    const maxPositions = maxEndedRetained * positionsPerPayment;
    this.objects = new StripeObjects(maxEndedRetained);
    this.idempotency = new Idempotency(journal, 'stripe', maxPositions);
    this.events = new Newest(maxPositions);
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (entry.connector !== 'stripe') return;
    if (entry.entry === 'event') this.storeEvent(entry);
    else if ('objects' in entry) for (const object of entry['objects'] as StripeRecord[]) this.objects.store(object);
  }

  private storeEvent({ id, type, created, account, seq }: Numbered<EventEntry>): void {
    this.events.set(id, { id, type, created, account, seq });
  }

  event(account: string, id: string): EventPosition | undefined {
    const position = this.events.get(id);
    return position?.account === account ? position : undefined;
  }

  /** Newest last. */
  eventsOf(account: string): EventPosition[] {
    return this.events.values().filter((position) => position.account === account);
  }
}

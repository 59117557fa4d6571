import type { AnswerEntry, EventEntry, Numbered } from '../../ledger/entries';
import { StripeObjects } from './store';

/** The ledger position of an event, from which its body is read back. */
export interface EventPosition {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly account: string;
  readonly seq: number;
}

export interface AnswerPosition {
  readonly fingerprint: string;
  readonly request: string;
  readonly seq: number;
}

/** A payment leaves about four events, a stored response of its own and one of the call before it. */
const positionsPerPayment = 4;

function dropOldest(positions: Map<string, unknown>, max: number): void {
  for (const oldest of positions.keys()) {
    if (positions.size <= max) return;
    positions.delete(oldest);
  }
}

const keyOf = (account: string, key: string): string => `${account} ${key}`;

/**
 * The state at Stripe: whole objects, but only the ledger positions of events and responses. The oldest events and
 * responses are dropped, as Stripe drops them after days; the ledger has them all.
 */
export class StripeMemory {
  readonly objects: StripeObjects;
  private readonly maxPositions: number;
  private readonly events = new Map<string, EventPosition>();
  private readonly answers = new Map<string, AnswerPosition>();

  constructor(maxEndedRetained: number) {
    this.objects = new StripeObjects(maxEndedRetained);
    this.maxPositions = maxEndedRetained * positionsPerPayment;
  }

  storeEvent({ id, type, created, account, seq }: Numbered<EventEntry>): void {
    this.events.set(id, { id, type, created, account, seq });
    dropOldest(this.events, this.maxPositions);
  }

  storeAnswer({ account, key, fingerprint, request, seq }: Numbered<AnswerEntry>): void {
    this.answers.set(keyOf(account, key), { fingerprint, request, seq });
    dropOldest(this.answers, this.maxPositions);
  }

  event(account: string, id: string): EventPosition | undefined {
    const position = this.events.get(id);
    return position?.account === account ? position : undefined;
  }

  /** Newest last. */
  eventsOf(account: string): EventPosition[] {
    return [...this.events.values()].filter((position) => position.account === account);
  }

  answer(account: string, key: string): AnswerPosition | undefined {
    return this.answers.get(keyOf(account, key));
  }
}

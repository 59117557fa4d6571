import type { AnswerEntry, EventEntry, Numbered } from '../../ledger/entries';
import { StripeObjects } from './store';

/** Where an event stands in the ledger: its body is read back from there. */
export interface EventMark {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly account: string;
  readonly seq: number;
}

export interface AnswerMark {
  readonly fingerprint: string;
  readonly request: string;
  readonly seq: number;
}

/** What a payment leaves: some four events, and an answer for it and one for what goes before it. */
const marksOfEach = 4;

function keepNewest(marks: Map<string, unknown>, most: number): void {
  for (const oldest of marks.keys()) {
    if (marks.size <= most) return;
    marks.delete(oldest);
  }
}

const keyOf = (account: string, key: string): string => `${account} ${key}`;

/**
 * What is known of Stripe: objects as they are, of events and answers only the place in the ledger. The oldest events and
 * answers are forgotten, as Stripe itself forgets them after days; the ledger has them all.
 */
export class StripeMemory {
  readonly objects: StripeObjects;
  private readonly mostMarks: number;
  private readonly events = new Map<string, EventMark>();
  private readonly answers = new Map<string, AnswerMark>();

  constructor(keepsEnded: number) {
    this.objects = new StripeObjects(keepsEnded);
    this.mostMarks = keepsEnded * marksOfEach;
  }

  toldOf({ id, type, created, account, seq }: Numbered<EventEntry>): void {
    this.events.set(id, { id, type, created, account, seq });
    keepNewest(this.events, this.mostMarks);
  }

  answered({ account, key, fingerprint, request, seq }: Numbered<AnswerEntry>): void {
    this.answers.set(keyOf(account, key), { fingerprint, request, seq });
    keepNewest(this.answers, this.mostMarks);
  }

  event(account: string, id: string): EventMark | undefined {
    const mark = this.events.get(id);
    return mark?.account === account ? mark : undefined;
  }

  /** Newest last. */
  eventsOf(account: string): EventMark[] {
    return [...this.events.values()].filter((mark) => mark.account === account);
  }

  answer(account: string, key: string): AnswerMark | undefined {
    return this.answers.get(keyOf(account, key));
  }
}

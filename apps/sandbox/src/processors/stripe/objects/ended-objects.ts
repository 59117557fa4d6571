import type { Intent, Refund, SetupIntent, Token } from './records';

/** What may be evicted once it has ended: a payment with its charges and refunds, a set-up, a token. */
export type Evictable = Intent | SetupIntent | Token;

const finalStatuses: readonly string[] = ['succeeded', 'canceled'];

/**
 * Whether the object changes no more by itself. A declined one counts as ended although another payment method may be
 * tried: a load of declines must not fill the memory. A token only links one call to the next.
 */
export function hasEnded(subject: Evictable, refunds: readonly Refund[]): boolean {
  if (subject.object === 'token') return true;
  const declined = subject.status === 'requires_payment_method' && subject.lastError !== null;
  return (declined || finalStatuses.includes(subject.status)) && !refunds.some(({ pending }) => pending !== null);
}

/** The ended objects, ordered by their last change. */
export class EndedObjects {
  private readonly ids = new Set<string>();

  /** `max`: how many ended objects are retained. */
  constructor(private readonly max: number) {}

  update(id: string, ended: boolean): void {
    this.ids.delete(id);
    if (ended) this.ids.add(id);
  }

  /** Removes and returns the oldest ids beyond the limit. */
  removeSurplus(): string[] {
    const surplus: string[] = [];
    for (const id of this.ids) {
      if (this.ids.size <= this.max) break;
      this.ids.delete(id);
      surplus.push(id);
    }
    return surplus;
  }
}

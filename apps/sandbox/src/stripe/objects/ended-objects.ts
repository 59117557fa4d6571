import type { Intent, Refund, SetupIntent, Token } from './records';

/** What may be forgotten once it has ended: a payment with its charges and refunds, a set-up, a token. */
export type Evictable = Intent | SetupIntent | Token;

const finals: readonly string[] = ['succeeded', 'canceled'];

/**
 * Whether nothing is to come of it by itself. What was declined counts as ended though another method may still be tried:
 * a load of declines must not fill the memory. A token is only the way from one call to the next.
 */
export function hasEnded(subject: Evictable, refunds: readonly Refund[]): boolean {
  if (subject.object === 'token') return true;
  const declined = subject.status === 'requires_payment_method' && subject.lastError !== null;
  return (declined || finals.includes(subject.status)) && !refunds.some(({ pending }) => pending !== null);
}

/** What has ended, in the order in which it was last heard of. */
export class EndedObjects {
  private readonly ids = new Set<string>();

  /** `most` ended ones are kept. */
  constructor(private readonly max: number) {}

  update(id: string, ended: boolean): void {
    this.ids.delete(id);
    if (ended) this.ids.add(id);
  }

  /** The oldest beyond what is kept; they are counted no longer. */
  takeSurplus(): string[] {
    const surplus: string[] = [];
    for (const id of this.ids) {
      if (this.ids.size <= this.max) break;
      this.ids.delete(id);
      surplus.push(id);
    }
    return surplus;
  }
}

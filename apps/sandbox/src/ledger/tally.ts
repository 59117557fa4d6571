import type { EffectEntry, Numbered } from './entries';

type Counted = Pick<
  Numbered<EffectEntry>,
  'seq' | 'at' | 'effect' | 'reference' | 'payment_id' | 'amount' | 'currency' | 'connector' | 'fault'
>;

/** All effects by the operation that asked for them: the view in which a double charge shows. */
export class Tally {
  private readonly byReference = new Map<string, Counted[]>();
  private total = 0;

  add({ seq, at, effect, reference, payment_id, amount, currency, connector, fault }: Numbered<EffectEntry>): void {
    this.total += 1;
    const counted = { seq, at, effect, reference, payment_id, amount, currency, connector, fault };
    const known = this.byReference.get(reference);
    if (known) known.push(counted);
    else this.byReference.set(reference, [counted]);
  }

  of(reference: string): readonly Counted[] {
    return this.byReference.get(reference) ?? [];
  }

  summary(): { effects: number; references: number; doubled: string[] } {
    const doubled = [...this.byReference].filter(([, effects]) => effects.length > 1).map(([reference]) => reference);
    return { effects: this.total, references: this.byReference.size, doubled };
  }
}

import type { EffectEntry, Numbered } from './entries';

type Counted = Pick<
  Numbered<EffectEntry>,
  'seq' | 'at' | 'effect' | 'reference' | 'payment_id' | 'amount' | 'currency' | 'connector' | 'fault'
>;

/** All effects by the operation that asked for them: the view in which a double charge shows. */
export class Tally {
  private readonly byReference = new Map<string, Counted[]>();
  private readonly byPayment = new Map<string, Counted[]>();
  private total = 0;

  add({ seq, at, effect, reference, payment_id, amount, currency, connector, fault }: Numbered<EffectEntry>): void {
    this.total += 1;
    const counted = { seq, at, effect, reference, payment_id, amount, currency, connector, fault };
    push(this.byReference, reference, counted);
    if (payment_id !== null) push(this.byPayment, payment_id, counted);
  }

  /** Those of one operation, or of a whole payment by the processor's own id of it. */
  of(reference: string): readonly Counted[] {
    return this.byReference.get(reference) ?? this.byPayment.get(reference) ?? [];
  }

  summary(): { effects: number; references: number; doubled: string[] } {
    const doubled = [...this.byReference].filter(([, effects]) => effects.length > 1).map(([reference]) => reference);
    return { effects: this.total, references: this.byReference.size, doubled };
  }
}

function push(index: Map<string, Counted[]>, key: string, counted: Counted): void {
  const known = index.get(key);
  if (known) known.push(counted);
  else index.set(key, [counted]);
}

import type { EffectEntry, Numbered } from './entries';

/**
 * All effects by the reference of their operation; shows a double charge. The index drops no entry, and therefore
 * stores only ledger positions.
 */
export class EffectIndex {
  private readonly byReference = new Map<string, number[]>();
  private readonly byPayment = new Map<string, number[]>();
  private total = 0;

  add({ seq, reference, payment_id }: Numbered<EffectEntry>): void {
    this.total += 1;
    push(this.byReference, reference, seq);
    if (payment_id !== null) push(this.byPayment, payment_id, seq);
  }

  /** Returns the ledger positions of one operation, or of a whole payment by the processor's payment id. */
  of(reference: string): readonly number[] {
    return this.byReference.get(reference) ?? this.byPayment.get(reference) ?? [];
  }

  summary(): { effects: number; references: number; doubled: string[] } {
    const doubled = [...this.byReference].filter(([, effects]) => effects.length > 1).map(([reference]) => reference);
    return { effects: this.total, references: this.byReference.size, doubled };
  }
}

function push(index: Map<string, number[]>, key: string, seq: number): void {
  const known = index.get(key);
  if (known) known.push(seq);
  else index.set(key, [seq]);
}

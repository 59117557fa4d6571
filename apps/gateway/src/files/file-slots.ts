import { type Refusal, refuse } from '@payorch/contracts';

export interface SlotLimits {
  readonly all: number;
  readonly ofMerchant: number;
}

/** How many files this process has in memory at once: a file is read whole before it is judged, and opened whole before it is sent. */
export class FileSlots {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** Refuses at once where too many files are in memory. */
  async within<T>(merchantId: string, work: () => Promise<T>): Promise<T | Refusal> {
    const ofMerchant = this.taken.get(merchantId) ?? 0;
    if (this.all >= this.limits.all || ofMerchant >= this.limits.ofMerchant) return refuse('overloaded');
    this.all += 1;
    this.taken.set(merchantId, ofMerchant + 1);
    try {
      return await work();
    } finally {
      this.all -= 1;
      const left = (this.taken.get(merchantId) ?? 1) - 1;
      if (left === 0) this.taken.delete(merchantId);
      else this.taken.set(merchantId, left);
    }
  }
}

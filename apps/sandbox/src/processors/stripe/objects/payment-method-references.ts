import type { StripeRecord } from './records';

/** The payment methods that an object references and needs to be shown. */
export function paymentMethodsReferencedBy(record: StripeRecord): ReadonlySet<string> {
  const idsOf = (...ids: readonly (string | null | undefined)[]) =>
    new Set(ids.filter((id) => id !== null && id !== undefined));
  switch (record.object) {
    case 'charge':
      return idsOf(record.paymentMethod);
    case 'payment_intent':
      return idsOf(record.paymentMethod, record.lastError?.payment_method);
    case 'setup_intent':
      return idsOf(record.paymentMethod, record.lastError?.payment_method, record.attempt?.method);
    default:
      return idsOf();
  }
}

/** How many objects reference each payment method. */
export class PaymentMethodReferences {
  private readonly counts = new Map<string, number>();

  replace(before: StripeRecord | undefined, after: StripeRecord): void {
    for (const id of paymentMethodsReferencedBy(after)) this.counts.set(id, this.of(id) + 1);
    if (before) this.remove(before);
  }

  /** Returns the payment methods without any reference left. */
  remove(record: StripeRecord): string[] {
    return [...paymentMethodsReferencedBy(record)].filter((id) => {
      const left = this.of(id) - 1;
      if (left > 0) this.counts.set(id, left);
      else this.counts.delete(id);
      return left <= 0;
    });
  }

  private of(id: string): number {
    return this.counts.get(id) ?? 0;
  }
}

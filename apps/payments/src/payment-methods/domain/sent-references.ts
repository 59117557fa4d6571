import type { ReferenceSent } from '@payorch/contracts';
import { type ProcessorReference, referenceKeyOf } from './payment-method';

type References = Readonly<Record<string, ProcessorReference>>;

/** The stored references with those that the operator sent. What one of them leaves out stays. */
export const mergedReferences = (known: References, sent: readonly ReferenceSent[]): References =>
  sent.reduce<References>((references, one) => {
    const key = referenceKeyOf(one);
    const before = references[key];
    const merged: ProcessorReference = {
      ...before,
      ...one,
      mandateReference: one.mandateReference ?? before?.mandateReference ?? null,
      customerReference: one.customerReference ?? before?.customerReference ?? null,
    };
    return { ...references, [key]: merged };
  }, known);

import { joinRefusals, refuse, type Refusal } from '@payorch/contracts';
import type { EnabledPaymentMethod } from '@payorch/rest';

/** The types that a page has a form for, by payment method. */
export type PageMethods = ReadonlyMap<string, readonly string[]>;

/**
 * Refuses payment methods that the page has no form for: a customer would stand before a form that cannot be sent. So is one
 * without types, which would be no payment method to choose.
 */
export function checkEnabledMethods(
  sent: readonly EnabledPaymentMethod[],
  field: string,
  offered: PageMethods,
): Refusal | undefined {
  const isOffered = ({ payment_method: method, payment_method_types: types }: EnabledPaymentMethod): boolean =>
    types.every((type) => offered.get(method)?.includes(type));
  const empty = sent.flatMap(({ payment_method_types: types }, index) => {
    const place = `${field}[${index}].payment_method_types`;
    return types.length > 0
      ? []
      : [refuse('value_not_allowed', { field: place, allowed: 'one payment method type or more' })];
  });
  return joinRefusals([
    ...empty,
    sent.every(isOffered)
      ? undefined
      : refuse('not_implemented', { message: `${field} is not implemented`, path: field }),
  ]);
}

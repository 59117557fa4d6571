import type { ChoosableMethod, PaymentSurchargesShown, ShownSurcharge } from '@payorch/contracts';
import type { EligibleType } from './eligible-types';
import { sameTypes } from './methods.view';

/** The surcharges of a list. */
export interface Surcharges {
  /** The surcharge of the merchant's rules for a payment method; null: none. */
  readonly of: (method: ChoosableMethod) => ShownSurcharge;
  readonly showsIndividually: boolean;
}

export const noSurcharges: Surcharges = { of: () => null, showsIndividually: false };

const keyOf = ({ paymentMethod, paymentMethodType, cardNetwork }: ChoosableMethod): string =>
  JSON.stringify([paymentMethod, paymentMethodType, cardNetwork]);

/** What a list offers: cards by their networks, any other payment method by its type. */
export const choosableMethods = (types: readonly EligibleType[]): ChoosableMethod[] =>
  sameTypes(types).flatMap((same): ChoosableMethod[] => {
    const { paymentMethod, paymentMethodType } = same[0]!;
    if (paymentMethod !== 'card') return [{ paymentMethod, paymentMethodType, cardNetwork: null }];
    const networks = [...new Set(same.flatMap((type) => type.networks))];
    return networks.map((cardNetwork) => ({ paymentMethod, paymentMethodType, cardNetwork }));
  });

/** The surcharges that the owner of payments has replied for `methods`. */
export function surchargesOf(
  methods: readonly ChoosableMethod[],
  { surcharges, showsIndividually }: PaymentSurchargesShown,
): Surcharges {
  const known = new Map(methods.map((method, index) => [keyOf(method), surcharges[index] ?? null]));
  return { of: (method) => known.get(keyOf(method)) ?? null, showsIndividually };
}

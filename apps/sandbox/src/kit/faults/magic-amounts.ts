import { faultCards } from './fault-cards';

const first = 7_700_001;

/**
 * Amounts (minor units, any currency) that trigger a fault on the payment, for callers who cannot choose the card: the
 * faults of the cards, in their order.
 */
export const magicAmounts: ReadonlyMap<number, string> = new Map(
  [...faultCards.values()].map((fault, at) => [first + at, fault]),
);

import { isCurrency, money, toMajorText } from '@payorch/kernel';

/** An amount of minor units in major units: `10.00` of EUR; unchanged for an unknown currency. */
export const majorTextOf = (amount: number, currency: string): string =>
  isCurrency(currency) ? toMajorText(money(BigInt(amount), currency)) : String(amount);

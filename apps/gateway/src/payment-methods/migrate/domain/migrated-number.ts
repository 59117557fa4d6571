import { cardNumberFault, withoutBlanks } from '@payorch/rest';

/** A card number from another system: whole, or masked where only a processor has it. */
export type MigratedNumber =
  | { readonly kind: 'whole'; readonly number: string }
  | { readonly kind: 'masked'; readonly bin: string; readonly extendedBin: string | null; readonly last4: string };

/** The first six to eight digits, a mask, the last four. */
const masked = /^(\d{6,8})[^\d\s]+(\d{4})$/;

/** Undefined for a text that is neither. */
export function readNumber(text: string): MigratedNumber | undefined {
  const number = withoutBlanks(text);
  if (cardNumberFault(number) === undefined) return { kind: 'whole', number };
  const [, first, last4] = masked.exec(number) ?? [];
  if (first === undefined || last4 === undefined) return undefined;
  return { kind: 'masked', bin: first.slice(0, 6), extendedBin: first.length === 8 ? first : null, last4 };
}

/** What a result shows of the number. */
export function shownNumber(number: MigratedNumber): string {
  const [first, last] =
    number.kind === 'masked'
      ? [number.bin, number.last4]
      : [number.number.length >= 13 ? number.number.slice(0, 6) : '', number.number.slice(-4)];
  return `${first}******${last}`;
}

/** Blanks and dashes, with which people group the digits of account numbers. */
export const compact = (text: string): string => text.replaceAll(/[ -]/g, '');

const routingWeights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether nine digits are a routing number of the ABA: their weighted sum is a multiple of ten. */
export const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  digits !== '000000000' &&
  routingWeights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 10 === 0;

/** A letter counts as two digits, A as 10. */
const asDigits = (text: string): string => [...text].map((letter) => Number.parseInt(letter, 36).toString()).join('');

/** Whether the text, in capitals and without blanks, is an IBAN: ISO 7064 MOD 97-10 over the rearranged number is 1. */
export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && BigInt(asDigits(text.slice(4) + text.slice(0, 4))) % 97n === 1n;

/** ISO 9362: bank, country, place, and perhaps a branch. */
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text);

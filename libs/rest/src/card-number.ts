export type CardNumberFault =
  | 'invalid card number length'
  | 'card number invalid'
  | 'invalid character found in card number';

/** Removes the spaces of a card number as people write it; later code sees digits only. */
export const withoutBlanks = (text: string): string => (text.includes(' ') ? text.replaceAll(' ', '') : text);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

/** The fault of a card number, in the words of the interface; undefined if there is none. */
export function cardNumberFault(text: string): CardNumberFault | undefined {
  const digits = withoutBlanks(text);
  if (/[^0-9]/.test(digits)) return 'invalid character found in card number';
  if (digits.length < 8 || digits.length > 19) return 'invalid card number length';
  return passesLuhn(digits) ? undefined : 'card number invalid';
}

import type { Problem } from '../problem';
import { networkOf, takesNetwork } from './card-networks';

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const longestNumber = 19;

/** The check digit of ISO/IEC 7812-1, Annex B. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The number in the groups of its network, as they are on the card: `4242 4242 4242 4242`. */
export function formatCardNumber(text: string): string {
  const network = networkOf(digitsOf(text));
  const digits = digitsOf(text).slice(0, network?.lengths[1] ?? longestNumber);
  const lengths = network?.groups ?? [4];
  const groups: string[] = [];
  for (let start = 0; start < digits.length;) {
    const length = lengths[groups.length] ?? lengths[lengths.length - 1]!;
    groups.push(digits.slice(start, start + length));
    start += length;
  }
  return groups.join(' ');
}

/** `networks`: those that the listing names; an empty list takes every network. */
export function checkCardNumber(text: string, networks: readonly string[]): Problem | undefined {
  const digits = digitsOf(text);
  if (digits === '') return { key: 'required' };
  const network = networkOf(digits);
  if (network && networks.length > 0 && !takesNetwork(networks, network)) {
    return { key: 'networkRefused', values: { network: network.label } };
  }
  const [shortest, longest] = network?.lengths ?? [12, longestNumber];
  if (digits.length < shortest) return { key: 'numberIncomplete' };
  return digits.length > longest || !passesLuhn(digits) ? { key: 'numberWrong' } : undefined;
}

/** The security code has three digits, with American Express four; with an unknown network either. */
export function checkCvc(text: string, cardNumber: string): Problem | undefined {
  const digits = digitsOf(text);
  if (digits === '') return { key: 'required' };
  const expected = networkOf(digitsOf(cardNumber))?.cvcLength;
  const isRight = expected === undefined ? digits.length === 3 || digits.length === 4 : digits.length === expected;
  return isRight ? undefined : { key: 'cvcLength', values: { count: String(expected ?? 3) } };
}

/** An exact decimal number: `units` / 10^`digits`. */
export interface Decimal {
  readonly units: bigint;
  readonly digits: number;
}

const decimalPattern = /^(\d{1,12})(?:\.(\d{1,12}))?$/;

/** Reads `157.31`; undefined for a text that is no such number of at most 12 digits on each side. */
export function readDecimal(text: string): Decimal | undefined {
  const [, whole, fraction = ''] = decimalPattern.exec(text) ?? [];
  return whole === undefined ? undefined : { units: BigInt(whole + fraction), digits: fraction.length };
}

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The quotient of two positive numbers, rounded to the nearest integer; a half to the even one. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const roundsUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

/** `1.20` for 120 with two digits. */
export function decimalText({ units, digits }: Decimal): string {
  if (digits === 0) return units.toString();
  const text = units.toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The same without trailing zeros. */
export const shortestText = (decimal: Decimal): string =>
  decimal.digits === 0 ? decimalText(decimal) : decimalText(decimal).replace(/\.?0+$/, '');

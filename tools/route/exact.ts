/** A decimal number: `units` of 10^-scale. Sums and products are exact. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };
export const whole = (units: bigint): Decimal => ({ units, scale: 0 });

const atScale = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: atScale(one, scale) + atScale(other, scale), scale };
}

export const minus = (one: Decimal, other: Decimal): Decimal => plus(one, { units: -other.units, scale: other.scale });

export const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
});

/** The value with its decimal point moved to the left. */
export const shifted = ({ units, scale }: Decimal, digits: number): Decimal => ({ units, scale: scale + digits });

/** Reads `2.9`; undefined for a sign, an exponent, or more digits after the point than `digits`. */
export function decimalOf(text: string, digits: number): Decimal | undefined {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  return fraction.length > digits ? undefined : { units: BigInt(match[1]! + fraction), scale: fraction.length };
}

/** All digits, without zeros at the end: `-12.5`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${text}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

/** Rounded to `digits` after the point, half away from zero: `12.50`. */
export function roundedText(value: Decimal, digits: number): string {
  const grown = value.scale < digits ? { units: atScale(value, digits), scale: digits } : value;
  const divisor = 10n ** BigInt(grown.scale - digits);
  const size = grown.units < 0n ? -grown.units : grown.units;
  const rounded = (size * 2n + divisor) / (divisor * 2n);
  const text = rounded.toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  const sign = grown.units < 0n && rounded > 0n ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, point)}.${text.slice(point)}`;
}

/** The quotient with `digits` after the point, rounded half away from zero. `divisor` is above zero. */
export function over({ units, scale }: Decimal, divisor: number, digits: number): Decimal {
  const by = 10n ** BigInt(scale) * BigInt(divisor) * 2n;
  const size = (units < 0n ? -units : units) * 2n * 10n ** BigInt(digits);
  const quotient = (size + by / 2n) / by;
  return { units: units < 0n ? -quotient : quotient, scale: digits };
}

/** Red, green and blue, 0 … 255. */
export type Rgb = readonly [number, number, number];

/** The colour keywords of CSS 2.1. */
const named: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
};

const ofHex = (hex: string): Rgb => {
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return [part(0), part(1), part(2)];
};

/** Reads `#212E46`, `#fff`, `rgb(33, 46, 70)` or a keyword of CSS 2.1; undefined for every other text. */
export function rgbOf(text: string): Rgb | undefined {
  const name = text.toLowerCase();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(Object.hasOwn(named, name) ? named[name]! : name);
  if (hex) return ofHex(hex[1]!);
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(name)?.slice(1).map(Number);
  return parts?.every((part) => part <= 255) ? [parts[0]!, parts[1]!, parts[2]!] : undefined;
}

/** Whether a colour can be set for the page. It is opaque, so that a readable colour of text follows from it. */
export const isColour = (text: string): boolean => rgbOf(text) !== undefined;

/** Relative luminance of WCAG 2.2: 0 for black, 1 for white. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast ratio of WCAG 2.2: 1 … 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Black or white, whichever is easier to read on the colour: always 4.5 : 1 or more. */
export const textOn = (colour: Rgb): string =>
  contrast(colour, white) >= contrast(colour, black) ? '#ffffff' : '#000000';

/** `#212e46`. */
export const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** A colour between two: `share` of the first, the rest of the other. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share));
  return [part(0), part(1), part(2)];
};

/** The colour, moved towards black or white only as far as it must be to stand out from the surface. */
export function standingOut(colour: Rgb, surface: Rgb, ratio: number): Rgb {
  const end = contrast(surface, white) >= contrast(surface, black) ? white : black;
  const steps = Array.from({ length: 11 }, (_, step) => mix(colour, end, 1 - step / 10));
  return steps.find((one) => contrast(one, surface) >= ratio) ?? end;
}

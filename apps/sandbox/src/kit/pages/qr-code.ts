import { InvariantError } from '@payorch/kernel';

/**
 * QR codes after ISO/IEC 18004: byte mode, error correction level L, mask 0, versions 1 to 6. That is enough for the
 * address of a page, and few enough versions that none needs version information.
 */
interface Version {
  readonly size: number;
  readonly blocks: number;
  /** Codewords of each block. */
  readonly data: number;
  readonly correction: number;
}

const versions: readonly Version[] = [
  { size: 21, blocks: 1, data: 19, correction: 7 },
  { size: 25, blocks: 1, data: 34, correction: 10 },
  { size: 29, blocks: 1, data: 55, correction: 15 },
  { size: 33, blocks: 1, data: 80, correction: 20 },
  { size: 37, blocks: 1, data: 108, correction: 26 },
  { size: 41, blocks: 2, data: 68, correction: 18 },
];

/** The fifteen format bits of level L with mask 0 (table C.1 of the standard). */
const formatBits = 0b111011111000100;

/** Powers of the generator in the field of 256 elements with the polynomial x^8 + x^4 + x^3 + x^2 + 1. */
const powers = new Uint8Array(510);
const logs = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = value;
  powers[exponent + 255] = value;
  logs[value] = exponent;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}
const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : powers[logs[a]! + logs[b]!]!);

/** The remainder of the data divided by the generator polynomial of this degree (Reed–Solomon). */
function correctionOf(data: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1]! ^= product(factor, powers[root]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at]!;
    generator.forEach((factor, offset) => (rest[at + offset]! ^= product(factor, lead)));
  }
  return rest.slice(data.length);
}

/** Mode, length, bytes, terminator and padding as codewords. */
function dataCodewords(bytes: Uint8Array, capacity: number): number[] {
  const bits = [0b0100, bytes.length, ...bytes].map((value, at) => value.toString(2).padStart(at === 0 ? 4 : 8, '0'));
  const text = `${bits.join('')}0000`;
  const words = [...text.padEnd(Math.ceil(text.length / 8) * 8, '0').matchAll(/.{8}/g)].map(([word]) =>
    parseInt(word, 2),
  );
  while (words.length < capacity) words.push((words.length - bytes.length) % 2 === 0 ? 0xec : 0x11);
  return words.slice(0, capacity);
}

/** The codewords of all blocks in the order of the symbol: interleaved, first the data, then the correction. */
function codewordsOf(bytes: Uint8Array, { blocks, data, correction }: Version): number[] {
  const words = dataCodewords(bytes, blocks * data);
  const split = Array.from({ length: blocks }, (_, at) => words.slice(at * data, (at + 1) * data));
  const interleaved = (parts: readonly (readonly number[])[]) =>
    parts[0]!.flatMap((_, at) => parts.map((part) => part[at]!));
  return [...interleaved(split), ...interleaved(split.map((block) => correctionOf(block, correction)))];
}

type Modules = (boolean | undefined)[][];

function put(modules: Modules, row: number, column: number, isDark: boolean): void {
  if (row >= 0 && column >= 0 && row < modules.length && column < modules.length) modules[row]![column] = isDark;
}

/** Concentric squares around a middle: finder (radius 4 with its border) and alignment pattern (radius 2). */
function square(modules: Modules, row: number, column: number, radius: 2 | 4): void {
  for (let down = -radius; down <= radius; down += 1)
    for (let right = -radius; right <= radius; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      put(modules, row + down, column + right, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
}

/** Finder, timing and alignment patterns and the format: everything that is not data. */
function patterns(size: number): Modules {
  const modules: Modules = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  for (let at = 0; at < size; at += 1) {
    put(modules, 6, at, at % 2 === 0);
    put(modules, at, 6, at % 2 === 0);
  }
  if (size > 21) square(modules, size - 7, size - 7, 2);
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(modules, row, column, 4);
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((formatBits >> bit) & 1) === 1;
    // Along the upper left finder, around the timing patterns; the second copy at the two other finders.
    if (bit < 8) put(modules, bit < 6 ? bit : bit + 1, 8, isDark);
    else put(modules, 8, bit === 8 ? 7 : 14 - bit, isDark);
    if (bit < 8) put(modules, 8, size - 1 - bit, isDark);
    else put(modules, size - 15 + bit, 8, isDark);
  }
  put(modules, size - 8, 8, true);
  return modules;
}

/** The dark modules of a text's QR code, by row and column. @throws InvariantError for more than 134 bytes */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = versions.find(({ blocks, data }) => bytes.length + 2 <= blocks * data);
  if (!version) throw new InvariantError(`A QR code here has at most 134 bytes, not ${bytes.length}`);
  const { size } = version;
  const modules = patterns(size);
  const words = codewordsOf(bytes, version);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const isUpward = ((right + 1) & 2) === 0;
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (modules[row]![column] !== undefined) continue;
        const isSet = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        modules[row]![column] = (isSet === 1) !== ((row + column) % 2 === 0);
        bit += 1;
      }
    }
  }
  return modules as boolean[][];
}

/** The code as an SVG image with the quiet zone of four modules. */
export function qrCodeSvg(text: string): string {
  const code = qrCode(text);
  const size = code.length + 8;
  const path = code
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  );
}

export const qrCodeDataUrl = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(qrCodeSvg(text)).toString('base64')}`;

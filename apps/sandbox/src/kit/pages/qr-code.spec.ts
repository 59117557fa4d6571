import { createHash } from 'node:crypto';
import { qrCode, qrCodeDataUrl, qrCodeSvg } from './qr-code';

const picture = (text: string): string[] =>
  qrCode(text).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

/** Digests of two codes that a decoder of another maker has read. */
it.each([
  ['HELLO', '7e12bd5714454729231afd1db8215ed8c2743fefc021960176def609c551789c'],
  ['a'.repeat(134), 'ed047c67d83b896c77985dc142b279c4a08f561da2b70e84fc335fac6e1b546d'],
])('the code of %s is the one that was read back', (text, digest) =>
  expect(createHash('sha256').update(picture(text).join('\n')).digest('hex')).toBe(digest),
);

it.each([
  [17, 21],
  [18, 25],
  [32, 25],
  [33, 29],
  [78, 33],
  [106, 37],
  [107, 41],
  [134, 41],
])('a text of %i bytes has %i modules a side', (length, size) => {
  const code = qrCode('a'.repeat(length));
  expect([code.length, code[0]?.length]).toEqual([size, size]);
  expect(code.flat().filter((isDark) => typeof isDark !== 'boolean')).toEqual([]);
});

it('a longer text has no code', () => expect(() => qrCode('a'.repeat(135))).toThrow('134 bytes'));

it('the finder patterns are in three corners', () => {
  const code = picture('http://127.0.0.1:8090/dummy-connector/authorize/dummy_attempt_1');
  const last = code.length - 7;
  for (const [row, column] of [
    [0, 0],
    [0, last],
    [last, 0],
  ] as const) {
    const square = code.slice(row, row + 7).map((line) => line.slice(column, column + 7));
    expect(square).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']);
  }
});

it('the image has a quiet zone and nothing that runs', () => {
  expect(qrCodeSvg('a')).toMatch(/^<svg [^>]*viewBox="0 0 29 29"[^>]*><path [^>]*\/><path [^>]*\/><\/svg>$/);
  expect(qrCodeDataUrl('a')).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/);
});

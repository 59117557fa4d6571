import { randomBytes } from 'node:crypto';
import { contentSealBytes, newContentKey, openContent, sealContent } from './content-seal';

const place = { merchantId: 'acme', fileId: 'file_1' };
const key = newContentKey();

it.each([0, 1, 1_000, 100_000])(
  'a content of %d bytes opens with its key at its place, and is nowhere in its seal',
  (length) => {
    const content = randomBytes(length);
    const sealed = sealContent(content, key, place);
    expect(sealed).toHaveLength(length + contentSealBytes);
    if (length > 1) expect(sealed.includes(content)).toBe(false);
    expect(openContent(sealed, key, place).equals(content)).toBe(true);
  },
);

it('the same content never has the same seal', () => {
  const content = Buffer.from('evidence');
  expect(sealContent(content, key, place).equals(sealContent(content, key, place))).toBe(false);
});

it('another key, another place, a changed byte or a cut is a fault', () => {
  const sealed = sealContent(Buffer.from('evidence'), key, place);
  expect(() => openContent(sealed, newContentKey(), place)).toThrow('tampered');
  expect(() => openContent(sealed, key, { ...place, fileId: 'file_2' })).toThrow('tampered');
  expect(() => openContent(sealed, key, { ...place, merchantId: 'other' })).toThrow('tampered');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => openContent(changed, key, place)).toThrow(/tampered|malformed/);
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => openContent(sealed.subarray(0, length), key, place)).toThrow(/tampered|malformed/);
  expect(() => openContent(sealed, 'short', place)).toThrow('malformed');
});

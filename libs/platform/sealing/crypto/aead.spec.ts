import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, smallestEncrypted } from './aead';

const [key, otherKey] = [randomBytes(32), randomBytes(32)];
const about = Buffer.from('merchant, row, column');

describe('encrypted bytes', () => {
  it('open to the same bytes for any text and any bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.uint8Array(), (text, bytes, place) => {
        expect(decrypt(encrypt(text, key, Buffer.from(place)), key, Buffer.from(place)).toString()).toBe(text);
        expect(decrypt(encrypt(Buffer.from(bytes), key, about), key, about)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('differ each time, because their nonce does', () => {
    const made = Array.from({ length: 200 }, () => encrypt('same', key, about));
    expect(new Set(made.map((one) => one.toString('hex'))).size).toBe(200);
    expect(new Set(made.map((one) => one.subarray(0, 12).toString('hex'))).size).toBe(200);
  });

  it('are 28 bytes longer than their text, also for an empty one', () => {
    expect(encrypt('', key, about)).toHaveLength(smallestEncrypted);
    expect(encrypt('größer', key, about)).toHaveLength(smallestEncrypted + Buffer.byteLength('größer'));
  });

  it.each([
    ['another key', otherKey, about],
    ['another place', key, Buffer.from('merchant, row, columns')],
    ['no place', key, Buffer.alloc(0)],
  ])('do not open with %s', (_, withKey, withPlace) => {
    const encrypted = encrypt('secret', key, about);
    expect(() => decrypt(encrypted, withKey, withPlace)).toThrow();
  });

  it('do not open when a byte is changed, cut off or added anywhere', () => {
    const encrypted = encrypt('secret', key, about);
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at]! ^= 1;
      expect(() => decrypt(changed, key, about)).toThrow();
      expect(() => decrypt(encrypted.subarray(0, at), key, about)).toThrow();
      expect(() => decrypt(encrypted.subarray(at + 1), key, about)).toThrow();
    }
    expect(() => decrypt(Buffer.concat([encrypted, Buffer.alloc(1)]), key, about)).toThrow();
  });
});

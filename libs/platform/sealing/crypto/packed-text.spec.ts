import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Lz4 } from './lz4';
import { dictionary, packed, unpacked } from './packed-text';
import texts from './sealed-texts.json';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('packed texts', () => {
  it('the dictionary is the one with which stored texts are packed', () => {
    expect(digestOf(dictionary)).toBe('94aa460130a9d4607233220781a7899e9a33049b551cc96c5e954cf0760d8766');
  });

  it('a text that was packed by the first release is read', () => {
    const stored = '_wFIAAAADwoYAhQxeA4bMuwNAlcJViJBZGEi0wlQdWxsfX0';
    expect(unpacked(Buffer.from(stored, 'base64url')).toString()).toBe(
      JSON.stringify({ clientSecret: 'pay_1_secret_2', customer: { name: 'Ada', email: null } }),
    );
  });

  it('every text is read as it was packed, and never takes more bytes', () => {
    const words = fc.constantFrom('"status":"succeeded",', 'null,', '"name":null,', 'Ada', '\u{1f4b3}', '\u0000');
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(words, { maxLength: 400 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (one) => {
        const bytes = packed(one);
        expect(bytes.length).toBeLessThanOrEqual(Buffer.byteLength(one));
        expect(unpacked(bytes).toString()).toBe(one);
      }),
    );
  });

  it.each([1, 14, 15, 16, 254, 255, 269, 270, 271, 70_000])(
    'a text with %i equal bytes between others is read',
    (count) => {
      const text = `${digestOf('a')}${'x'.repeat(count)}${digestOf('b')}${'y'.repeat(80_000)}${digestOf('a')}`;
      expect(unpacked(packed(text)).toString()).toBe(text);
    },
  );

  it('a response takes less than a sixth of its bytes', () => {
    const response = JSON.stringify({ ...texts.at(-1), payment_id: 'pay_Ab3dEf6hIj', amount: 1234, currency: 'EUR' });
    expect(packed(response).length).toBeLessThan(response.length / 6);
  });

  it('bytes that are no text are read as they were packed, too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) =>
        expect(unpacked(packed(Buffer.from(bytes)))).toEqual(Buffer.from(bytes)),
      ),
    );
    const first = Buffer.from([0xff, 1, 2]);
    expect(unpacked(packed(first))).toEqual(first);
  });

  it('a text of a dictionary that is not known is refused', () => {
    const bytes = packed(JSON.stringify(texts.at(-1)));
    bytes[1] = 2;
    expect(() => unpacked(bytes)).toThrow('dictionary 2 is unknown');
  });
});

describe('LZ4 blocks', () => {
  const lz4 = new Lz4('a dictionary of words');

  it('a block of another length or of changed bytes is refused, and nothing outside of its text is read', () => {
    const text = Buffer.from('words of a dictionary, words of a dictionary, words of a dictionary');
    const block = lz4.compress(text)!;
    expect(lz4.expand(block, text.length)).toEqual(text);
    for (const length of [0, text.length - 1, text.length + 1])
      expect(() => lz4.expand(block, length)).toThrow(RangeError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(200), (bytes, length) => {
        try {
          expect(lz4.expand(bytes, length).length).toBe(length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('a text without matches has no block', () => {
    expect(lz4.compress(Buffer.from('0123456789'))).toBeUndefined();
  });

  it('blocks have the public format', () => {
    const plain = new Lz4('');
    // One literal, then 16 bytes from one byte before, then the last five literals.
    const block = Buffer.from([0x1c, 0x61, 0x01, 0x00, 0x50, ...Buffer.from('bcdef')]);
    expect(plain.expand(block, 22).toString()).toBe(`${'a'.repeat(17)}bcdef`);
  });
});

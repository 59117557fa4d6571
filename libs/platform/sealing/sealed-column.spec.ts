import fc from 'fast-check';
import { testDataKeys, TestKeySource } from '@payorch/harness';
import { SealError } from './crypto/jwe';
import { MerchantSeals } from './merchant-seals';
import { SealedBytes, SealedColumn, SealedText } from './sealed-column';

const keys = testDataKeys();
const source = new TestKeySource(keys);
const seals = new MerchantSeals(source, keys);

const column = new SealedColumn('intents.body', ['customer', 'card.holderName', 'method.data.name']);
const place = { merchantId: 'acme_1', objectId: 'pay_1' };
const marked = 'Ada Lovelace';
const elsewhere = [
  ['merchant', { ...place, merchantId: 'acme_2' }],
  ['row', { ...place, objectId: 'pay_2' }],
] as const;

/** A value of the column as it is stored: JSON and back. */
const stored = (value: object, where = place): object =>
  JSON.parse(JSON.stringify(column.write(seals, value, where))) as object;

describe('a sealed column', () => {
  const value = {
    customer: { name: marked, email: null },
    card: { last4: '4242', holderName: marked },
    method: { data: { name: marked, kind: 'voucher' }, list: [1, null] },
    captureMethod: 'manual',
  };

  it('stores its personal fields in one seal, and every other field as it is', () => {
    const written = stored(value);
    expect(written).toEqual({
      card: { last4: '4242' },
      method: { data: { kind: 'voucher' }, list: [1, null] },
      captureMethod: 'manual',
      sealed: expect.stringMatching(/^d1\.1\./),
    });
    expect(JSON.stringify(written)).not.toContain('Lovelace');
    expect(column.read(seals, written, place)).toEqual(value);
  });

  it('changes neither the written nor the read value', () => {
    const frozen = JSON.stringify(value);
    const written = stored(value);
    const before = JSON.stringify(written);
    column.read(seals, written, place);
    expect([JSON.stringify(value), JSON.stringify(written)]).toEqual([frozen, before]);
  });

  it.each([
    ['nothing personal', { captureMethod: 'manual' }, { captureMethod: 'manual' }],
    ['null instead of it', { customer: null, card: null }, { customer: null, card: null }],
    ['a null inside', { card: { last4: '1', holderName: null } }, { card: { last4: '1', holderName: null } }],
    ['a list where a path goes on', { card: [{ holderName: 'x' }] }, { card: [{ holderName: 'x' }] }],
    ['a text where a path goes on', { method: { data: 'oxxo' } }, { method: { data: 'oxxo' } }],
    ['no field at all', {}, {}],
  ])('stores %s without a seal', (_, given, expected) => {
    expect(stored(given)).toEqual(expected);
    expect(column.read(seals, stored(given), place)).toEqual(expected);
  });

  it('reads a personal field that was null or absent as null, beside one that was sealed', () => {
    const given = { customer: { name: marked }, card: { last4: '1', holderName: null }, method: null };
    const read = column.read(seals, stored(given), place);
    expect(read).toEqual(given);
    expect(column.read(seals, stored({ card: { holderName: marked } }), place)).toEqual({
      customer: null,
      card: { holderName: marked },
    });
  });

  it('keeps values that are false, zero or empty', () => {
    for (const customer of [false, 0, '', [], {}])
      expect(column.read(seals, stored({ customer }), place)).toMatchObject({ customer });
  });

  it('returns what was written, for any JSON', () => {
    const open = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue());
    fc.assert(
      fc.property(fc.jsonValue(), open, fc.string({ minLength: 1 }), (customer, others, holderName) => {
        const given = JSON.parse(JSON.stringify({ ...others, customer, card: { ...others, holderName } })) as object;
        const written = stored(given) as { card: object };
        expect('holderName' in written.card).toBe(false);
        expect(column.read(seals, written, place)).toEqual(given);
      }),
      { numRuns: 50 },
    );
  });

  it.each(elsewhere)('does not read the seal of another %s', (_, other) => {
    expect(() => column.read(seals, stored(value), other)).toThrow(SealError);
  });

  it('does not read the seal of another column', () => {
    const other = new SealedColumn('attempts.body', ['customer']);
    expect(() => other.read(seals, stored(value), place)).toThrow(SealError);
  });

  it('does not read the seal of another row, when two rows are swapped', () => {
    const two = { ...place, objectId: 'pay_2' };
    const [first, second] = [stored({ customer: 'one' }), stored({ customer: 'two' }, two)];
    expect(() => column.read(seals, second, place)).toThrow(SealError);
    expect(() => column.read(seals, first, two)).toThrow(SealError);
  });

  it('reads a value that is older than the seals', () => {
    expect(column.read(seals, value, place)).toEqual(value);
  });
});

describe('a value under an older key', () => {
  const rotated = { ...place, merchantId: 'rotating_1' };
  const value = { customer: marked, captureMethod: 'manual' };

  it('is sealed again with the current key, once', () => {
    const before = stored(value, rotated);
    expect(column.resealed(seals, before, rotated)).toBeUndefined();
    source.rotate('rotating_1');
    const again = column.resealed(seals, before, rotated)!;
    expect(again).toEqual({ captureMethod: 'manual', sealed: expect.stringMatching(/^d1\.2\./) });
    expect([column.read(seals, again, rotated), column.read(seals, before, rotated)]).toMatchObject([value, value]);
    expect(column.resealed(seals, again, rotated)).toBeUndefined();
  });

  it('that is plain is sealed; one without personal data stays', () => {
    const again = column.resealed(seals, value, place)!;
    expect(JSON.stringify(again)).not.toContain('Lovelace');
    expect(column.read(seals, again, place)).toMatchObject(value);
    expect(column.resealed(seals, { captureMethod: 'manual', customer: null }, place)).toBeUndefined();
  });

  it('of a text column is sealed again with the current key, and a plain one is sealed', () => {
    const text = new SealedText('payment_methods.client_secret');
    const where = { ...place, merchantId: 'rotating_2' };
    const before = text.write(seals, 'secret', where);
    expect(text.resealed(seals, before, where)).toBeUndefined();
    source.rotate('rotating_2');
    const again = text.resealed(seals, before, where)!;
    expect(again).toMatch(/^d1\.2\./);
    expect([text.read(seals, again, where), text.resealed(seals, again, where)]).toEqual(['secret', undefined]);
    expect(text.read(seals, text.resealed(seals, 'plain', where)!, where)).toBe('plain');
  });
});

describe('a sealed text column', () => {
  const text = new SealedText('payment_methods.client_secret');

  it('returns any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        const written = text.write(seals, any, place);
        expect([/^d1\.1\.[\w-]+$/.test(written), text.read(seals, written, place)]).toEqual([true, any]);
      }),
      { numRuns: 50 },
    );
  });

  it.each(elsewhere)('does not read the text of another %s', (_, other) => {
    expect(() => text.read(seals, text.write(seals, marked, place), other)).toThrow(SealError);
  });

  it('does not read the text of another column', () => {
    expect(() => new SealedText('events.body').read(seals, text.write(seals, marked, place), place)).toThrow(SealError);
  });

  it('reads a text that is older than the seals', () => {
    for (const plain of ['', 'pm_1_secret_x', '{"a":1}', 'd1']) expect(text.read(seals, plain, place)).toBe(plain);
  });
});

describe('a sealed column of bytes', () => {
  const ofBytes = new SealedBytes('events.body');
  const at = { ...place, column: 'events.body' };
  const body = Buffer.from('{"name":"Zoë"}');

  it('returns what was written, a text seal of a former release, and bytes that are older than the seals', () => {
    const written = ofBytes.write(seals, body, place);
    const former = Buffer.from(seals.seal(body.toString(), at));
    expect([written, former, body].map((stored) => ofBytes.read(seals, stored, place))).toEqual([body, body, body]);
  });

  it('is sealed again with the current key, once, whatever its form', () => {
    const where = { ...place, merchantId: 'rotating_3' };
    const former = Buffer.from(seals.seal(body.toString(), { ...at, ...where }));
    const written = ofBytes.write(seals, body, where);
    expect([former, written].map((stored) => ofBytes.resealed(seals, stored, where))).toEqual([undefined, undefined]);
    source.rotate('rotating_3');
    for (const stored of [former, written, body]) {
      const again = ofBytes.resealed(seals, stored, where)!;
      expect(again.toString('latin1')).toMatch(/^d2\.2\./);
      expect([ofBytes.read(seals, again, where), ofBytes.resealed(seals, again, where)]).toEqual([body, undefined]);
    }
  });
});

import fc from 'fast-check';
import { testDataKeys, TestKeySource, testMasterKeys } from '@payorch/harness';
import { randomBytes } from 'node:crypto';
import { lookupVersion } from './data-keys';
import { SealError } from './crypto/jwe';
import { DataKeysUnknown, formOfBytes, isSealed, MerchantSeals, type SealedBody } from './merchant-seals';
import type { BoxPlace } from './settings-box';

const keys = testDataKeys();
const source = new TestKeySource(keys);
const seals = new MerchantSeals(source, keys);
const place: BoxPlace = { merchantId: 'acme_1', objectId: 'pay_1', column: 'intents.body' };
const text = 'Ada Lovelace, größer';

/** Every text that differs from the sealed one by one character, lacks a part of it, or is longer. */
function* alterations(sealed: string): Generator<string> {
  const others = ['A', 'B', '.', '0', '1', '2', '=', '-'];
  for (let at = 0; at < sealed.length; at++) {
    for (const other of others) if (other !== sealed[at]) yield sealed.slice(0, at) + other + sealed.slice(at + 1);
    yield sealed.slice(0, at);
    yield sealed.slice(at + 1);
    yield sealed.slice(0, at) + sealed.slice(at + 1);
  }
  for (const more of ['A', 'AAAA', '.', '=', ' ', '\n']) yield* [sealed + more, more + sealed];
}

describe('a sealed text', () => {
  it('opens to the same text, for any text and any place', () => {
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name, name, name, (any, merchantId, objectId, column) => {
        const anywhere = { merchantId, objectId, column };
        const sealed = seals.seal(any, anywhere);
        expect([seals.open(sealed, anywhere), isSealed(sealed)]).toEqual([any, true]);
      }),
      { numRuns: 50 },
    );
  });

  it('names its form and key, and shows nothing of the text', () => {
    const sealed = seals.seal(text, place);
    expect(sealed).toMatch(/^d1\.1\.[\w-]+$/);
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes('Lovelace')).toBe(false);
    expect(seals.seal(text, place)).not.toBe(sealed);
  });

  it.each<[string, Partial<BoxPlace>]>([
    ['another merchant', { merchantId: 'acme_2' }],
    ['another row', { objectId: 'pay_2' }],
    ['another column', { column: 'intents.bodies' }],
    ['a row and column that read the same when joined', { objectId: 'pay_1i', column: 'ntents.body' }],
    ['a row that quotes', { objectId: 'pay_1","intents.body' }],
  ])('does not open for %s', (_, other) => {
    expect(() => seals.open(seals.seal(text, place), { ...place, ...other })).toThrow(new SealError('tampered'));
  });

  it('does not open as another version that the merchant has', () => {
    const [own, ownSource] = rotatingSeals();
    const sealed = own.seal(text, place);
    ownSource.rotate(place.merchantId);
    expect(() => own.open(sealed.replace('d1.1.', 'd1.2.'), place)).toThrow(new SealError('tampered'));
    ownSource.rotate(place.merchantId);
    ownSource.retire(place.merchantId, 2);
    expect(() => own.open(sealed.replace('d1.1.', 'd1.2.'), place)).toThrow(new SealError('unknown_key'));
  });

  it('with a newer key than the known ones opens once that key arrives', () => {
    const [ahead, ownSource, ownKeys] = rotatingSeals();
    const behind = [...ownSource.dataKeysOf(place.merchantId)];
    const arrived = { dataKeysOf: () => behind };
    const own = new MerchantSeals(arrived, ownKeys);
    ownSource.rotate(place.merchantId);
    const sealed = ahead.seal(text, place);
    expect(() => own.open(sealed, place)).toThrow(new DataKeysUnknown('acme_1', 2));
    behind.push(ownSource.dataKeysOf(place.merchantId).at(-1)!);
    expect(own.open(sealed, place)).toBe(text);
  });

  it('does not open in the row of another one, when two rows are swapped', () => {
    const [one, other] = [place, { ...place, objectId: 'pay_2' }];
    const [ofOne, ofOther] = [seals.seal('one', one), seals.seal('other', other)];
    expect(() => seals.open(ofOther, one)).toThrow(SealError);
    expect(() => seals.open(ofOne, other)).toThrow(SealError);
    expect([seals.open(ofOne, one), seals.open(ofOther, other)]).toEqual(['one', 'other']);
  });

  it('does not open when any character is changed, cut off or added', () => {
    const sealed = seals.seal('secret', place);
    let tried = 0;
    for (const altered of alterations(sealed)) {
      if (altered === sealed) continue;
      tried += 1;
      // A higher version in front may be a key that has not arrived.
      const fault = /^d1\.(1\d|2)\d*\./.test(altered) ? DataKeysUnknown : SealError;
      expect(() => seals.open(altered, place)).toThrow(fault);
    }
    expect(tried).toBeGreaterThan(sealed.length * 8);
  });

  it('does not open when any bit of its bytes is changed', () => {
    const sealed = seals.seal('secret', place);
    const bytes = Buffer.from(sealed.split('.')[2]!, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => seals.open(`d1.1.${flipped.toString('base64url')}`, place)).toThrow(new SealError('tampered'));
    }
  });

  it.each([
    ...['', 'd1', 'd1.', 'd1.1', 'd1.1.', 'd1.1.AAAA', 'd2.1.', 'plain text', '{"a":1}', '...'],
    ...['d1.0.', 'd1.01.', 'd1.-1.', 'd1.1e0.', 'd1.1 .', 'd1..'].map((start) => start + 'A'.repeat(60)),
  ])('does not open where it reads %p', (malformed) => {
    expect(() => seals.open(malformed, place)).toThrow(new SealError('malformed'));
  });

  it('does not open with the lookup key, although the merchant has it', () => {
    const sealed = seals.seal(text, place);
    expect(() => seals.open(sealed.replace('d1.1.', 'd1.0.'), place)).toThrow(new SealError('malformed'));
  });
});

describe('a seal in bytes', () => {
  it('opens to any bytes at its place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (any) => {
        const bytes = Buffer.from(any);
        expect(seals.openBytes(seals.sealBytes(bytes, place), place)).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
    const sealed = seals.sealBytes(Buffer.from(text), place);
    expect(() => seals.openBytes(sealed, { ...place, objectId: 'pay_2' })).toThrow(new SealError('tampered'));
  });

  it('names its key, and is a quarter shorter than the same seal as a text', () => {
    const bytes = randomBytes(1_000);
    const sealed = seals.sealBytes(bytes, place);
    expect(sealed.toString('latin1')).toMatch(/^d2\.1\./);
    expect(sealed).toHaveLength('d2.1.'.length + 12 + bytes.length + 16);
    expect([formOfBytes(sealed), seals.isCurrent(sealed, 'acme_1')]).toEqual(['bytes', true]);
  });

  it('does not open when any of its bytes is changed or cut off, nor do other bytes', () => {
    const sealed = seals.sealBytes(Buffer.from('secret'), place);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      // A higher version in front may be a key that has not arrived.
      const fault = /^d2\.[2-9]/.test(changed.toString('latin1')) ? DataKeysUnknown : SealError;
      expect(() => seals.openBytes(changed, place)).toThrow(fault);
      expect(() => seals.openBytes(sealed.subarray(0, at), place)).toThrow(SealError);
    }
    for (const other of ['', '{}', 'd2.1.', seals.seal('secret', place)])
      expect(() => seals.openBytes(Buffer.from(other), place)).toThrow(new SealError('malformed'));
  });

  it('differs from the seal of a former release and from plain bytes', () => {
    const forms = [seals.seal('x', place), '{"d2.1.":1}', ''].map((stored) => formOfBytes(Buffer.from(stored)));
    expect(forms).toEqual(['text', 'plain', 'plain']);
  });
});

function rotatingSeals() {
  const ownKeys = testDataKeys();
  const ownSource = new TestKeySource(ownKeys);
  return [new MerchantSeals(ownSource, ownKeys), ownSource, ownKeys] as const;
}

describe('a rotation', () => {
  it('of the data key seals with the highest version and opens every older one', () => {
    const [own, ownSource] = rotatingSeals();
    const sealed = [1, 2, 3, 4].map((version) => {
      if (version > 1) ownSource.rotate(place.merchantId);
      return own.seal(`version ${version}`, place);
    });
    expect(sealed.map((one) => one.slice(0, 5))).toEqual(['d1.1.', 'd1.2.', 'd1.3.', 'd1.4.']);
    expect(sealed.map((one) => own.open(one, place))).toEqual([1, 2, 3, 4].map((version) => `version ${version}`));
    expect(sealed.map((one) => own.isCurrent(one, place.merchantId))).toEqual([false, false, false, true]);
    expect(own.seal('x', { ...place, merchantId: 'acme_2' })).toMatch(/^d1\.1\./);
  });

  it('finds the highest version wherever it stands in the list', () => {
    const versions = [10, 0, 2, 9].map((version) => keys.create('acme_1', version));
    const own = new MerchantSeals({ dataKeysOf: () => versions }, keys);
    expect(own.seal(text, place)).toMatch(/^d1\.10\./);
    expect(own.isCurrent('d1.1.AAAA', 'acme_1')).toBe(false);
    expect(own.isCurrent('d1.10.AAAA', 'acme_1')).toBe(true);
  });

  it('of the master key leaves every seal, every message and every hash as it is', () => {
    const [own, ownSource, ownKeys] = rotatingSeals();
    const [sealed, body] = [own.seal(text, place), own.sealBody(text, place)];
    const hash = own.hash('a@b.example', { merchantId: 'acme_1', purpose: 'email' });
    ownKeys.master.replaceKeys(testMasterKeys(['master_2', 8], ['master_1', 9]));
    const wrapped = ownSource.dataKeysOf('acme_1').map((key) => ownKeys.rewrap('acme_1', key));
    const fresh = testDataKeys('master_2', 8);
    const without = new MerchantSeals({ dataKeysOf: () => wrapped }, fresh);
    expect([without.open(sealed, place), own.open(sealed, place)]).toEqual([text, text]);
    expect(without.hash('a@b.example', { merchantId: 'acme_1', purpose: 'email' })).toBe(hash);
    // A message names the key in the form of its time: it opens for as long as the older master key is in the list.
    expect(own.openBody(body, place).toString()).toBe(text);
    expect(() => without.openBody(body, place)).toThrow(new SealError('unknown_key'));
  });
});

describe('a sealed message', () => {
  it('opens with the master keys alone, without the settings of its merchant', () => {
    const body = seals.sealBody(text, place);
    const elsewhere = new MerchantSeals({ dataKeysOf: () => undefined }, testDataKeys());
    expect(elsewhere.openBody(body, place).toString()).toBe(text);
    expect(() => elsewhere.open(seals.seal(text, place), place)).toThrow(DataKeysUnknown);
  });

  it('carries any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (any, isPassing) => {
        const bytes = Buffer.from(any);
        expect(seals.openBody(seals.sealBody(bytes, place, { isPassing }), place)).toEqual(bytes);
      }),
      { numRuns: 50 },
    );
  });

  it('is compressed if it is long, unless it is passing', () => {
    const long = 'of the same text '.repeat(200);
    const [plain, packed] = [true, false].map((isPassing) => seals.sealBody(long, place, { isPassing }).sealed.length);
    expect(packed).toBeLessThan(long.length / 4);
    expect(plain).toBe(1 + 28 + long.length);
  });

  it('is a text, which an outbox stores, unless it is passing', () => {
    const { sealed, dataKey } = seals.sealBody(text, place);
    expect(sealed.toString()).toMatch(/^d1\.1\.[\w-]+$/);
    const foreign = { sealed: Buffer.from(String(sealed).replace('d1.1.', 'd1.2.')), dataKey };
    expect(() => seals.openBody(foreign, place)).toThrow(SealError);
    expect(seals.sealBody(text, place, { isPassing: true }).sealed[0]).toBe(1);
  });

  it.each([true, false])('does not open when any of its bytes is changed (passing: %s)', (isPassing) => {
    const { sealed, dataKey } = seals.sealBody(text, place, { isPassing });
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => seals.openBody({ sealed: changed, dataKey }, place)).toThrow(SealError);
    }
  });

  it('is sealed with the key that the caller names', () => {
    const [own, ownSource] = rotatingSeals();
    const first = own.sealBody(text, place);
    ownSource.rotate(place.merchantId);
    expect(own.sealBody(text, place).dataKey).toMatch(/^2 v1\./);
    const reply = own.sealBody('reply', place, { dataKey: first.dataKey });
    expect([reply.dataKey, own.openBody(reply, place).toString()]).toEqual([first.dataKey, 'reply']);
  });

  it.each<[string, (body: SealedBody) => SealedBody, Partial<BoxPlace>]>([
    ['for another merchant', (body) => body, { merchantId: 'acme_2' }],
    ['as another message', (body) => body, { objectId: 'msg_2' }],
    ['as another type', (body) => body, { column: 'message payment.cancel' }],
    ['with a key of another merchant', (body) => ({ ...body, dataKey: foreignKey() }), {}],
    ['with a key of another version', (body) => ({ ...body, dataKey: body.dataKey.replace('1 ', '2 ') }), {}],
    ['with the lookup key', (body) => ({ ...body, dataKey: ownLookupKey() }), {}],
    ['without a key', (body) => ({ ...body, dataKey: '' }), {}],
    ['with a key and more', (body) => ({ ...body, dataKey: `${body.dataKey} x` }), {}],
    ['empty', (body) => ({ ...body, sealed: Buffer.alloc(0) }), {}],
    ['cut', (body) => ({ ...body, sealed: body.sealed.subarray(0, 20) }), {}],
  ])('does not open %s', (_, change, other) => {
    const body = change(seals.sealBody(text, place));
    expect(() => seals.openBody(body, { ...place, ...other })).toThrow(SealError);
  });

  it('does not open when any character of its key is changed', () => {
    const { sealed, dataKey } = seals.sealBody(text, place);
    for (let at = 0; at < dataKey.length; at++) {
      const changed = `${dataKey.slice(0, at)}${dataKey[at] === 'A' ? 'B' : 'A'}${dataKey.slice(at + 1)}`;
      expect(() => seals.openBody({ sealed, dataKey: changed }, place)).toThrow(SealError);
    }
  });
});

const foreignKey = (): string => seals.sealBody('x', { ...place, merchantId: 'acme_2' }).dataKey;
const ownLookupKey = (): string =>
  `0 ${source.dataKeysOf('acme_1').find(({ version }) => version === lookupVersion)!.wrapped}`;

describe('a merchant', () => {
  const of = (dataKeys: ReturnType<TestKeySource['dataKeysOf']> | undefined) =>
    new MerchantSeals({ dataKeysOf: () => dataKeys }, keys);
  const everyUse: [string, (own: MerchantSeals) => unknown][] = [
    ['seal', (own) => own.seal(text, place)],
    ['open', (own) => own.open(seals.seal(text, place), place)],
    ['isCurrent', (own) => own.isCurrent('d1.1.A', 'acme_1')],
    ['sealBody', (own) => own.sealBody(text, place)],
    ['hash', (own) => own.hash(text, { merchantId: 'acme_1', purpose: 'email' })],
  ];

  it.each(everyUse)('without known keys is reported by name: %s', (_, use) => {
    expect(() => use(of(undefined))).toThrow(DataKeysUnknown);
  });

  it('with a lookup key alone seals nothing with it', () => {
    const own = of([keys.create('acme_1', lookupVersion)]);
    expect(() => own.seal(text, place)).toThrow('acme_1 has no data key that seals');
    expect(() => own.sealBody(text, place)).toThrow('acme_1 has no data key that seals');
  });

  it('without a lookup key has no hashes', () => {
    expect(() => of([keys.create('acme_1', 1)]).hash('x', { merchantId: 'acme_1', purpose: 'p' })).toThrow(
      DataKeysUnknown,
    );
  });
});

describe('a hash for lists', () => {
  const hash = (any: string, merchantId = 'acme_1', purpose = 'customer_email') =>
    seals.hash(any, { merchantId, purpose });

  it('is equal for equal texts of one merchant and purpose only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(hash(one) === hash(other)).toBe(one === other);
        expect(hash(one)).not.toBe(hash(one, 'acme_2'));
        expect(hash(one)).not.toBe(hash(one, 'acme_1', 'customer_phone'));
      }),
      { numRuns: 50 },
    );
  });

  it('is the same after a rotation of the data key', () => {
    const [own, ownSource] = rotatingSeals();
    const before = own.hash('a@b.example', { merchantId: 'acme_1', purpose: 'email' });
    ownSource.rotate('acme_1');
    expect(own.hash('a@b.example', { merchantId: 'acme_1', purpose: 'email' })).toBe(before);
  });
});

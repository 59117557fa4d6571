import { testDataKeys, testMasterKeys } from '@payorch/harness';
import { DataKeys, lookupVersion } from './data-keys';
import { SealError } from './crypto/jwe';

const keys = testDataKeys();
const bytesOf = (dataKeys: DataKeys, merchantId: string, key: ReturnType<DataKeys['create']>): string =>
  dataKeys.unwrap(merchantId, key).export().toString('hex');

describe('a data key', () => {
  it('is random: 32 bytes, other ones each time', () => {
    const made = Array.from({ length: 50 }, () => bytesOf(keys, 'acme_1', keys.create('acme_1', 1)));
    expect(new Set(made).size).toBe(50);
    expect(made.every((hex) => /^[0-9a-f]{64}$/.test(hex))).toBe(true);
  });

  it('is wrapped by the current master key, and unwrapped by a process of the same master key', () => {
    const key = keys.create('acme_1', 3);
    expect(key).toEqual({ version: 3, wrapped: expect.stringMatching(/^v1\.master_1\./) });
    expect(bytesOf(testDataKeys(), 'acme_1', key)).toBe(bytesOf(keys, 'acme_1', key));
  });

  it('does not show in its wrapped form', () => {
    const key = keys.create('acme_1', 1);
    const bytes = keys.unwrap('acme_1', key).export();
    const wrapped = Buffer.from(key.wrapped.split('.')[2]!, 'base64url');
    for (const form of [bytes, Buffer.from(bytes.toString('base64')), Buffer.from(bytes.toString('hex'))])
      expect([wrapped.includes(form), Buffer.from(key.wrapped).includes(form)]).toEqual([false, false]);
  });

  it.each([
    ['another merchant', (wrapped: string) => keys.unwrap('acme_2', { version: 1, wrapped }), 'tampered'],
    ['another version', (wrapped: string) => keys.unwrap('acme_1', { version: 2, wrapped }), 'tampered'],
    [
      'a master key that the list lacks',
      (wrapped: string) => otherId.unwrap('acme_1', { version: 1, wrapped }),
      'unknown_key',
    ],
    [
      'another master key of the same id',
      (wrapped: string) => otherBytes.unwrap('acme_1', { version: 1, wrapped }),
      'tampered',
    ],
  ])('is not unwrapped for %s, also when it was unwrapped before', (_, unwrap, cause) => {
    const { wrapped } = keys.create('acme_1', 1);
    expect(() => unwrap(wrapped)).toThrow(cause);
    keys.unwrap('acme_1', { version: 1, wrapped });
    expect(() => unwrap(wrapped)).toThrow(cause);
    expect(() => unwrap(wrapped)).toThrow(SealError);
  });

  it('is not unwrapped when one character of its wrapped form is changed', () => {
    const { wrapped } = keys.create('acme_1', 1);
    for (let at = 0; at < wrapped.length; at++) {
      const other = wrapped[at] === 'A' ? 'B' : 'A';
      const changed = `${wrapped.slice(0, at)}${other}${wrapped.slice(at + 1)}`;
      expect(() => keys.unwrap('acme_1', { version: 1, wrapped: changed })).toThrow(SealError);
    }
  });

  it('is the same key when another master key wraps it, and needs no older master key from then on', () => {
    const rotating = testDataKeys();
    const key = rotating.create('acme_1', 1);
    const before = bytesOf(rotating, 'acme_1', key);
    rotating.master.replaceKeys(testMasterKeys(['master_2', 8], ['master_1', 9]));
    const again = rotating.rewrap('acme_1', key);
    expect(again).toEqual({ version: 1, wrapped: expect.stringMatching(/^v1\.master_2\./) });
    expect(bytesOf(testDataKeys('master_2', 8), 'acme_1', again)).toBe(before);
    expect(() => testDataKeys('master_2', 8).unwrap('acme_1', key)).toThrow('unknown_key');
  });
});

const otherId = testDataKeys('master_9', 9);
const otherBytes = testDataKeys('master_1', 8);

describe('a lookup hash', () => {
  const lookup = keys.create('acme_1', lookupVersion);
  const hash = (text: string, purpose = 'customer_email') => keys.hash('acme_1', lookup, purpose, text);

  it('is equal for equal texts, and does not show the text', () => {
    expect(hash('ada@acme.example')).toBe(hash('ada@acme.example'));
    expect(hash('ada@acme.example')).toMatch(/^[\w-]{43}$/);
  });

  it('differs by text, purpose, key and merchant', () => {
    const other = keys.create('acme_1', lookupVersion);
    const ofOther = keys.create('acme_2', lookupVersion);
    const hashes = [
      ...[hash('ada@acme.example'), hash('Ada@acme.example'), hash(''), hash('ada@acme.example', 'phone')],
      ...[keys.hash('acme_1', other, 'customer_email', 'ada@acme.example')],
      ...[keys.hash('acme_2', ofOther, 'customer_email', 'ada@acme.example')],
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('keeps purpose and text apart', () => {
    expect(hash('b', 'a')).not.toBe(hash('', 'ab'));
    expect(hash('bc', 'a')).not.toBe(hash('c', 'ab'));
  });

  it('is the same when another master key wraps its key', () => {
    const rotating = testDataKeys();
    const key = rotating.create('acme_1', lookupVersion);
    const before = rotating.hash('acme_1', key, 'customer_email', 'a@b.example');
    rotating.master.replaceKeys(testMasterKeys(['master_2', 8], ['master_1', 9]));
    const again = rotating.rewrap('acme_1', key);
    expect(again.wrapped).not.toBe(key.wrapped);
    expect(rotating.hash('acme_1', again, 'customer_email', 'a@b.example')).toBe(before);
  });
});

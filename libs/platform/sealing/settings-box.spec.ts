import { randomBytes } from 'node:crypto';
import { Secret } from '@payorch/kernel';
import { fingerprintOf } from './fingerprint';
import { SealError } from './jwe';
import { SettingsBox, type BoxPlace } from './settings-box';

const aKey = (kid: string) => ({ kid, key: randomBytes(32).toString('base64') });
const boxOf = (...keys: object[]): SettingsBox => new SettingsBox(new Secret(JSON.stringify(keys)));

const [older, newer] = [aKey('2025'), aKey('2026')];
const box = boxOf(newer, older);
const place: BoxPlace = { merchantId: 'm_1', objectId: 'pro_1', column: 'profiles.webhook_secret' };

describe('SettingsBox', () => {
  it('gives back what was sealed, under a new nonce each time', () => {
    const [a, b] = [box.seal('whsec_ä', place), box.seal('whsec_ä', place)];
    expect(a).not.toBe(b);
    expect([box.open(a, place), box.open(b, place)]).toEqual(['whsec_ä', 'whsec_ä']);
    expect(box.open(box.seal('', place), place)).toBe('');
  });

  it.each<keyof BoxPlace>(['merchantId', 'objectId', 'column'])('refuses a seal moved to another %s', (field) => {
    expect(() => box.open(box.seal('s', place), { ...place, [field]: 'other' })).toThrow(SealError);
  });

  it('tells places apart whose parts read the same when joined', () => {
    const sealed = box.seal('s', { merchantId: 'm', objectId: 'a', column: 'bc' });
    expect(() => box.open(sealed, { merchantId: 'm', objectId: 'ab', column: 'c' })).toThrow(SealError);
  });

  it('seals with the first key and opens with all of them', () => {
    const old = boxOf(older).seal('s', place);
    expect(box.open(old, place)).toBe('s');
    expect([box.isCurrent(old), box.isCurrent(box.seal('s', place))]).toEqual([false, true]);
    expect(() => boxOf(newer).open(old, place)).toThrow('unknown_key');
  });

  it('takes a new list of keys into use while it runs', () => {
    const turning = boxOf(older);
    const before = turning.seal('s', place);
    turning.replaceKeys(new Secret(JSON.stringify([newer, older])));
    expect([turning.kids, turning.currentKid, turning.isCurrent(before)]).toEqual([['2026', '2025'], '2026', false]);
    expect([turning.open(before, place), turning.isCurrent(turning.seal('s', place))]).toEqual(['s', true]);
    turning.replaceKeys(new Secret(JSON.stringify([newer])));
    expect(() => turning.open(before, place)).toThrow('unknown_key');
    expect(() => turning.replaceKeys(new Secret('[]'))).toThrow('there is at least one');
  });

  it('refuses a key of another name or another key of that name', () => {
    const [version, , body] = box.seal('s', place).split('.');
    expect(() => box.open(`${version}.2025.${body}`, place)).toThrow('tampered');
    expect(() => boxOf(aKey('2026')).open(`${version}.2026.${body}`, place)).toThrow('tampered');
  });

  it('refuses when any one bit is another', () => {
    const [version, kid, body] = box.seal('secret', place).split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7));
      expect(() => box.open(`${version}.${kid}.${flipped.toString('base64url')}`, place)).toThrow(SealError);
    }
  });

  it.each(['', 'v1', 'v1.2026', 'v1.2026.', 'v1.2026.AAAA', 'v2.2026.AAAA', 'plain text'])('refuses %p', (text) => {
    expect(() => box.open(text, place)).toThrow('malformed');
  });

  it('takes no key that is not 32 bytes long', () => {
    expect(() => boxOf({ kid: 'x', key: randomBytes(16).toString('base64') })).toThrow('32 bytes');
    expect(() => boxOf()).toThrow('at least one');
  });
});

describe('fingerprintOf', () => {
  const [key, other] = [new Secret('k1'), new Secret('k2')];

  it('is one for a card, a merchant and a key', () => {
    expect(fingerprintOf('4242424242424242', 'm_1', key)).toBe(fingerprintOf('4242424242424242', 'm_1', key));
    const prints = [
      fingerprintOf('4242424242424242', 'm_1', key),
      fingerprintOf('4242424242424243', 'm_1', key),
      fingerprintOf('4242424242424242', 'm_2', key),
      fingerprintOf('4242424242424242', 'm_1', other),
    ];
    expect(new Set(prints).size).toBe(4);
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

import { randomBytes } from 'node:crypto';
import { Secret } from '@payorch/kernel';
import { fingerprintOf } from './crypto/fingerprint';
import { SealError } from './crypto/jwe';
import { SettingsBox, type BoxPlace } from './settings-box';

const aKey = (kid: string) => ({ kid, key: randomBytes(32).toString('base64') });
const boxOf = (...keys: object[]): SettingsBox => new SettingsBox(new Secret(JSON.stringify(keys)));

const [older, newer] = [aKey('2025'), aKey('2026')];
const box = boxOf(newer, older);
const place: BoxPlace = { merchantId: 'm_1', objectId: 'pro_1', column: 'profiles.webhook_secret' };

describe('SettingsBox', () => {
  it('the box opens what it sealed, under a new nonce each time', () => {
    const [a, b] = [box.seal('whsec_ä', place), box.seal('whsec_ä', place)];
    expect(a).not.toBe(b);
    expect([box.open(a, place), box.open(b, place)]).toEqual(['whsec_ä', 'whsec_ä']);
    expect(box.open(box.seal('', place), place)).toBe('');
  });

  it.each<keyof BoxPlace>(['merchantId', 'objectId', 'column'])(
    'the box refuses a seal moved to another %s',
    (field) => {
      expect(() => box.open(box.seal('s', place), { ...place, [field]: 'other' })).toThrow(SealError);
    },
  );

  it('the box distinguishes places whose parts read the same when joined', () => {
    const sealed = box.seal('s', { merchantId: 'm', objectId: 'a', column: 'bc' });
    expect(() => box.open(sealed, { merchantId: 'm', objectId: 'ab', column: 'c' })).toThrow(SealError);
  });

  it('the box seals with the first key and opens with all keys', () => {
    const old = boxOf(older).seal('s', place);
    expect(box.open(old, place)).toBe('s');
    expect([box.isCurrent(old), box.isCurrent(box.seal('s', place))]).toEqual([false, true]);
    expect(() => boxOf(newer).open(old, place)).toThrow('unknown_key');
  });

  it('the box uses a new key list while it runs', () => {
    const rotating = boxOf(older);
    const before = rotating.seal('s', place);
    rotating.replaceKeys(new Secret(JSON.stringify([newer, older])));
    expect([rotating.kids, rotating.currentKid, rotating.isCurrent(before)]).toEqual([['2026', '2025'], '2026', false]);
    expect([rotating.open(before, place), rotating.isCurrent(rotating.seal('s', place))]).toEqual(['s', true]);
    rotating.replaceKeys(new Secret(JSON.stringify([newer])));
    expect(() => rotating.open(before, place)).toThrow('unknown_key');
    expect(() => rotating.replaceKeys(new Secret('[]'))).toThrow('there is at least one');
  });

  it('the box refuses a key of another id or another key of the same id', () => {
    const [version, , body] = box.seal('s', place).split('.');
    expect(() => box.open(`${version}.2025.${body}`, place)).toThrow('tampered');
    expect(() => boxOf(aKey('2026')).open(`${version}.2026.${body}`, place)).toThrow('tampered');
  });

  it('the box refuses a seal when any one bit is changed', () => {
    const [version, kid, body] = box.seal('secret', place).split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7));
      expect(() => box.open(`${version}.${kid}.${flipped.toString('base64url')}`, place)).toThrow(SealError);
    }
  });

  it.each(['', 'v1', 'v1.2026', 'v1.2026.', 'v1.2026.AAAA', 'v2.2026.AAAA', 'plain text'])(
    'the box refuses the malformed seal %p',
    (text) => {
      expect(() => box.open(text, place)).toThrow('malformed');
    },
  );

  it('the box accepts no key that is not 32 bytes long', () => {
    expect(() => boxOf({ kid: 'x', key: randomBytes(16).toString('base64') })).toThrow('32 bytes');
    expect(() => boxOf()).toThrow('at least one');
  });
});

describe('fingerprintOf', () => {
  const [key, other] = [new Secret('k1'), new Secret('k2')];

  it('a fingerprint is specific to a card, a merchant and a key', () => {
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

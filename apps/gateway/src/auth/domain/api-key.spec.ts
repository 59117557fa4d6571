import type { MerchantId } from '@payorch/kernel';
import {
  apiKeyView,
  createdApiKeyView,
  hashOf,
  isExpired,
  hasApiKeyFormat,
  newApiKey,
  newApiKeyId,
  newPlainApiKey,
  updatedApiKey,
} from './api-key';

const now = new Date('2026-01-05T10:00:00.000Z');
const plainKey = newPlainApiKey('dev');
const made = { merchantId: 'acme' as MerchantId, keyId: 'dev_1', plainKey, now };
const key = newApiKey({ name: 'k', expiration: 'never' }, made);

it('API keys and ids have the format of the interface', () => {
  expect(plainKey).toMatch(/^dev_[0-9A-Za-z]{64}$/);
  expect(newApiKeyId('dev')).toMatch(/^dev_[0-9A-Za-z]{20}$/);
  expect(hasApiKeyFormat(plainKey)).toBe(true);
});

it.each(['', 'dev_', 'pk_dev_0123', `dev_${'a'.repeat(63)}`, `dev_${'a'.repeat(65)}`, `dev_${'a'.repeat(63)}\n`])(
  '%j is not looked up',
  (text) => expect(hasApiKeyFormat(text)).toBe(false),
);

it('the key appears once, later only its first twelve characters', () => {
  expect(JSON.stringify(createdApiKeyView(key, plainKey))).toBe(
    JSON.stringify({
      key_id: 'dev_1',
      merchant_id: 'acme',
      name: 'k',
      description: null,
      api_key: plainKey,
      created: '2026-01-05T10:00:00.000Z',
      expiration: 'never',
    }),
  );
  expect(apiKeyView(key)).toMatchObject({ prefix: plainKey.slice(0, 12) });
  expect(JSON.stringify(apiKeyView(key))).not.toContain(plainKey);
});

it('the hash of a key depends on the secret', () => {
  expect(hashOf(plainKey, 'a')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(plainKey, 'a')).not.toBe(hashOf(plainKey, 'b'));
});

it('an update changes only its own fields', () => {
  const later = updatedApiKey(key, { expiration: '2026-02-01T00:00:00Z', name: null });
  expect(later).toEqual({ ...key, expiresAt: new Date('2026-02-01T00:00:00Z') });
  expect(updatedApiKey(later, { description: 'd' })).toEqual({ ...later, description: 'd' });
  expect(updatedApiKey(later, { expiration: 'never' }).expiresAt).toBeNull();
});

it.each([
  [null, false],
  ['2026-01-05T10:00:00.000Z', true],
  ['2026-01-05T10:00:00.001Z', false],
])('a key that expires at %s is expired: %s', (end, expired) =>
  expect(isExpired({ expiresAt: end === null ? null : new Date(end) }, now)).toBe(expired),
);

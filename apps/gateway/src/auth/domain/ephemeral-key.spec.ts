import type { CustomerId, MerchantId } from '@payorch/kernel';
import {
  ephemeralKeyView,
  hasEphemeralKeyFormat,
  isEphemeralKey,
  newEphemeralKey,
  newEphemeralSecret,
} from './ephemeral-key';

const key = newEphemeralKey(
  { merchantId: 'acme' as MerchantId, customerId: 'cus_1' as CustomerId },
  { now: new Date('2026-01-05T10:00:00.900Z'), lifetimeMs: 3_600_000 },
);

it('times are whole Unix seconds, an hour apart', () =>
  expect(ephemeralKeyView(key, 'epk_x')).toEqual({
    id: key.keyId,
    merchant_id: 'acme',
    customer_id: 'cus_1',
    secret: 'epk_x',
    created_at: Date.parse('2026-01-05T10:00:00Z') / 1_000,
    expires: Date.parse('2026-01-05T11:00:00Z') / 1_000,
  }));

it('a later view masks the secret', () =>
  expect(ephemeralKeyView(key)).toMatchObject({ secret: `epk_${'*'.repeat(32)}` }));

it('a new secret has the form that is looked up, and differs from the last one', () => {
  const [one, other] = [newEphemeralSecret(), newEphemeralSecret()];
  expect([one, other].every(hasEphemeralKeyFormat)).toBe(true);
  expect(one).not.toBe(other);
});

it.each(['epk_', `epk_${'A'.repeat(32)}`, `epk_${'a'.repeat(33)}`, `xepk_${'a'.repeat(32)}`])(
  'the text %j is not looked up',
  (text) => expect(hasEphemeralKeyFormat(text)).toBe(false),
);

it('a key is recognized by its prefix', () =>
  expect(['epk_x', 'pk_x', ''].map(isEphemeralKey)).toEqual([true, false, false]));

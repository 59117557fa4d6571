import type { CustomerId, MerchantId } from '@payorch/kernel';
import { savedIdOf } from '@payorch/contracts';
import { lettersOf, numberOfLetters, Secret } from '@payorch/kernel';
import fc from 'fast-check';
import { later, merchantId, now } from '../../../test/fixtures';
import { PaymentTokens } from './payment-tokens';

const [first, second] = [new Secret('01'.repeat(32)), new Secret('02'.repeat(32))];
const tokens = new PaymentTokens([first]);
const subject = { merchantId, customerId: 'cus_a' as CustomerId, paymentMethodId: 'pm_1' };
const token = tokens.tokenOf(subject, later(900));

describe('a payment token', () => {
  it('has the form of the interface, and is new at another time', () => {
    expect(token).toMatch(/^token_[0-9A-Za-z]{20}$/);
    expect(tokens.tokenOf(subject, later(901))).not.toBe(token);
  });

  it('is of its payment method alone', () => {
    expect(tokens.isOf(token, subject)).toBe(true);
    for (const other of [
      { merchantId: 'merchant_b' as MerchantId },
      { customerId: 'cus_b' as CustomerId },
      { paymentMethodId: 'pm_2' },
    ])
      expect(tokens.isOf(token, { ...subject, ...other })).toBe(false);
  });

  it('does not live longer because of another time in it', () => {
    const longer = `token_${lettersOf(BigInt(later(1_800).getTime()), 7)}${token.slice(-13)}`;
    expect(tokens.isLive(longer, now)).toBe(true);
    expect(tokens.isOf(longer, subject)).toBe(false);
  });

  it.each([
    ['before its time', token, now, true],
    ['at its time', token, later(900), false],
    ['with a time that no profile allows', token, later(-901), false],
    ['with another length', `${token}a`, now, false],
    ['with another letter', `${token.slice(0, -1)}-`, now, false],
    ['that is no text', 7, now, false],
  ])('%s is live: %s', (_, value, at, isLive) => expect(tokens.isLive(value, at)).toBe(isLive));

  it('is verified by every key, and by no other', () => {
    expect(new PaymentTokens([second, first]).isOf(token, subject)).toBe(true);
    expect(new PaymentTokens([second]).isOf(token, subject)).toBe(false);
  });

  it('changes with every letter', () =>
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 25 }), fc.constantFrom(...'0aZ'), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        expect(tokens.isOf(changed, subject)).toBe(changed === token);
      }),
    ));
});

it('letters and numbers are inverse', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (number) =>
      expect(numberOfLetters(lettersOf(BigInt(number), 10))).toBe(number),
    ),
  ));

it('a card has one id for each customer of each merchant', () => {
  const id = savedIdOf(merchantId, subject.customerId, 'fp');
  expect(id).toMatch(/^pm_[0-9A-Za-z]{20}$/);
  expect(savedIdOf(merchantId, subject.customerId, 'fp')).toBe(id);
  const others = [
    savedIdOf(merchantId, subject.customerId, 'fq'),
    savedIdOf(merchantId, 'cus_b' as CustomerId, 'fp'),
    savedIdOf('merchant_b' as MerchantId, subject.customerId, 'fp'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

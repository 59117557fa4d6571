import type { MerchantId } from '@payorch/kernel';
import { blocklistKey } from '@payorch/contracts';
import { aCard } from '../../../test/fixtures';
import { BlockedCards } from './blocked-cards';

const merchantId = 'acme_1' as MerchantId;
const guarded = { merchantId, card: aCard };
const merchants = new Set([merchantId]);
const blocking = (dataKind: 'payment_method' | 'card_bin' | 'extended_card_bin', data: string) =>
  new BlockedCards(merchants, [guarded], new Set([blocklistKey({ merchantId, dataKind, data })]));

describe('the blocked cards of a batch', () => {
  it.each([
    ['its fingerprint', blocking('payment_method', aCard.fingerprint), true],
    ['its first six digits', blocking('card_bin', '424242'), true],
    ['its first eight digits', blocking('extended_card_bin', '42424242'), true],
    ['its first six digits as a fingerprint', blocking('payment_method', '424242'), false],
    ['nothing', new BlockedCards(merchants, [guarded]), false],
  ])('have a card by %s', (_, blocked, isBlocked) => expect(blocked.has(guarded)).toBe(isBlocked));

  it('have no card of a merchant whose blocklist does not apply', () =>
    expect(new BlockedCards().has(guarded)).toBe(false));

  it('do not let a card pass that was not looked up', () =>
    expect(() => new BlockedCards(merchants).has(guarded)).toThrow('was not looked up'));
});

import type { CardReference } from '@payorch/kernel';
import { later, merchantId } from '../../../test/fixtures';
import { aSavedCard, aSavedWallet, customerId } from '../../../test/payment-methods';
import type { SavedPaymentMethod } from './payment-method';
import { cardToTokenizeOf, requestToken, storeToken, withoutToken } from './tokenize-card';

const reference = 'nt_1' as CardReference;
const about = { merchantId, paymentMethodId: 'pm_1' };
const now = later(10);
const request = (known: SavedPaymentMethod | undefined, more: object = {}) =>
  requestToken(known, { ...about, customerId, reference, ...more }, now);
const token = { reference, sealed: 'sealed token', expiryMonth: '11', expiryYear: '2038' };
const store = (known: SavedPaymentMethod | undefined, of = token) => storeToken(known, { ...about, token: of }, now);
const requested = () => request(aSavedCard()) as SavedPaymentMethod;

describe('the network token of a saved card', () => {
  it('is named before the service makes it; a second request finds the name of the first', () => {
    const first = requested();
    expect(cardToTokenizeOf(first)).toMatchObject({ reference, isTokenized: false, card: { last4: '4242' } });
    expect(request(first, { reference: 'nt_2' })).toBe(first);
  });

  it('is stored once, and only under the name that was requested', () => {
    const stored = store(requested()) as SavedPaymentMethod;
    expect(stored).toMatchObject({ version: aSavedCard().version + 2, method: { networkToken: token } });
    expect(cardToTokenizeOf(stored)).toMatchObject({ isTokenized: true });
    expect(store(stored, { ...token, sealed: 'another' })).toBe(stored);
    expect(store(requested(), { ...token, reference: 'nt_2' as CardReference })).toMatchObject({
      code: 'payment_method_not_found',
    });
    expect(store(aSavedCard())).toMatchObject({ code: 'payment_method_not_found' });
  });

  it('ends with its name', () => {
    expect(withoutToken(requested(), now).method).not.toHaveProperty('networkToken');
    const without = aSavedCard();
    expect(withoutToken(without, now)).toBe(without);
  });

  it.each<[string, SavedPaymentMethod | undefined, object, string]>([
    ['a payment method that is gone', undefined, {}, 'payment_method_not_found'],
    ['the card of another customer', aSavedCard(), { customerId: 'cus_other' }, 'payment_method_not_found'],
    ['a wallet', aSavedWallet(), {}, 'precondition_failed'],
    ['an inactive card', { ...aSavedCard(), status: 'inactive' }, {}, 'precondition_failed'],
  ])('is not made of %s', (_name, known, more, code) => expect(request(known, more)).toMatchObject({ code }));
});

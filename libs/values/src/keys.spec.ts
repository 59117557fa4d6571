import type { MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { aggregateKindOf, keyOfKind, partsOfKey } from './keys';

const merchant = 'acme_1' as MerchantId;

describe('the key of a message', () => {
  it.each([
    ['a payment', keyOf(merchant, 'pay_1'), 'payments', 'pay_1'],
    ['a payment with the name of another kind', keyOf(merchant, 'customers'), 'payments', 'customers'],
    ['a customer', keyOfKind('customers', merchant, 'cus_1'), 'customers', 'cus_1'],
    ['an entry of a blocklist', keyOfKind('blocklist', merchant, 'card_bin:424242'), 'blocklist', 'card_bin:424242'],
    ['a customer with the id of a payment', keyOfKind('customers', merchant, 'pay_1'), 'customers', 'pay_1'],
  ])('names the kind, the merchant and the id of %s', (_, key, kind, id) => {
    expect([aggregateKindOf(key), ...partsOfKey(key)]).toEqual([kind, merchant, id]);
  });
});

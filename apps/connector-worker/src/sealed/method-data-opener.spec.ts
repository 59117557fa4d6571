import { Keys, Shop } from '../../test/builders';
import { MethodDataOpener } from './method-data-opener';
import { purposes } from './purposes';

const shop = new Shop(new Keys());
const opener = new MethodDataOpener(shop.keys.privateKeys);
const wallet = { wallet: { apple_pay: { payment_data: 'token' } } };

describe('payment method data', () => {
  it('payment method data is opened for its merchant', () => {
    expect(opener.open(shop.methodData(wallet), shop.merchantId)).toEqual(wallet);
  });

  it('payment method data is not opened for another merchant, under another reference, or with another key', () => {
    const sealed = shop.methodData(wallet);
    expect(opener.open(sealed, 'another' as never)).toBeUndefined();
    expect(opener.open({ ...sealed, reference: 'card_of_another' as never }, shop.merchantId)).toBeUndefined();
    expect(new MethodDataOpener(new Keys().privateKeys).open(sealed, shop.merchantId)).toBeUndefined();
  });

  it('a seal of another purpose and a text that is not an object are refused', () => {
    const { reference } = shop.methodData(wallet);
    const under = (text: string, purpose: string = purposes.methodData) =>
      opener.open({ reference, sealed: shop.keys.seal(text, reference, shop.merchantId, purpose) }, shop.merchantId);
    expect(under('{}', purposes.cardNumber)).toBeUndefined();
    expect(under('{"wallet":')).toBeUndefined();
    expect(under('4111111111111111')).toBeUndefined();
    expect(under('{}')).toEqual({});
  });
});

import { withTokenExpiry } from './token-expiry';

const expiry = { expiryMonth: '11', expiryYear: '36' };
const token = { decrypted_token: '4895370012003478', token_exp_month: '10', token_exp_year: '30' };

describe('the data of an authorization', () => {
  it('has the present expiry of a decrypted wallet token', () =>
    expect(withTokenExpiry({ wallet: { google_pay: token } }, expiry)).toEqual({
      wallet: { google_pay: { ...token, token_exp_month: '11', token_exp_year: '36' } },
    }));

  it.each([
    ['without a token', { wallet: { google_pay: { type: 'CARD' } } }, undefined],
    ['of a card', null, expiry],
  ])('%s is unchanged', (_, data, given) => expect(withTokenExpiry(data, given)).toBe(data));
});

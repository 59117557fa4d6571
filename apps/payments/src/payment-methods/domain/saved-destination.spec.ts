import type { CustomerId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { aCard, later, merchantId, now } from '../../../test/fixtures';
import { canPay, type Method } from './method';
import { PaymentTokens } from './payment-tokens';
import { ofToken, savedDestinationOf } from './saved-destination';

const customerId = 'cus_a' as CustomerId;
const method = {
  paymentMethod: 'card',
  paymentMethodType: null,
  card: aCard,
  sealedData: null,
  paymentMethodData: null,
};
const saved = { merchantId, customerId, paymentMethodId: 'pm_1', status: 'active' as const, method: method as Method };
const tokens = new PaymentTokens([new Secret('01'.repeat(32))]);

describe('a saved payment method as the destination of a payout', () => {
  it('a card is one, without a CVC', () =>
    expect(savedDestinationOf(saved, { customerId })).toEqual({
      paymentMethodId: 'pm_1',
      destination: { card: { ...aCard, cvc: 'absent' } },
    }));

  it('a saved account is one, with its seal and its mask', () => {
    const payoutAccount = { type: 'bank' as const, methodType: 'sepa', fingerprint: 'fp' };
    const sealedData = { reference: 'data_1' as never, sealed: 'sealed' };
    const paymentMethodData = { bank: { iban: '****9112' } };
    const account = {
      ...method,
      paymentMethod: 'bank_transfer',
      card: null,
      sealedData,
      paymentMethodData,
      payoutAccount,
    };
    expect(savedDestinationOf({ ...saved, method: account }, { customerId })).toEqual({
      paymentMethodId: 'pm_1',
      destination: { account: { ...payoutAccount, card: null, sealed: sealedData, shown: paymentMethodData } },
    });
    expect(canPay(account)).toBe(false);
  });

  it.each([
    ['an unknown one', undefined, 'payment_method_not_found'],
    ['an inactive one', { ...saved, status: 'inactive' as const }, 'payment_method_not_found'],
    ['one of another customer', { ...saved, customerId: 'cus_b' as CustomerId }, 'precondition_failed'],
    ['a wallet', { ...saved, method: { ...method, paymentMethod: 'wallet', card: null } }, 'invalid_request'],
    [
      'a card without its number',
      { ...saved, method: { ...method, card: { ...aCard, sealedNumber: null } } },
      'invalid_request',
    ],
  ])('%s is none', (_, one, code) =>
    expect(savedDestinationOf(one, { customerId })).toMatchObject({ kind: 'refused', code }),
  );
});

describe('the payment method of a token', () => {
  const token = tokens.tokenOf(saved, later(900));
  const other = { ...saved, paymentMethodId: 'pm_2' };
  const found = (text: string, list = [other, saved], time = now) => ofToken(text, list, { tokens, now: time });

  it('is the one that it was made for', () => expect(found(token)).toBe(saved));
  it('is not found among others, after its time, or by another text', () =>
    expect([found(token, [other]), found(token, [saved], later(900)), found('token_1'), found('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]));
});

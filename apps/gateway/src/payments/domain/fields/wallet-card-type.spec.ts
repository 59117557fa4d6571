import { walletCardTypeOf } from './wallet-card-type';

it.each([
  ['Apple Pay', { apple_pay: { payment_method: { type: 'debit' } } }, 'debit'],
  ['Google Pay', { google_pay: { type: 'CARD', info: { card_funding_source: 'CREDIT' } } }, 'CREDIT'],
  ['Google Pay without the funding', { google_pay: { type: 'CARD', info: {} } }, undefined],
  ['Samsung Pay', { samsung_pay: { payment_credential: {} } }, undefined],
  ['a wallet with another type of value', { apple_pay: { payment_method: { type: 7 } } }, undefined],
  ['no wallet', undefined, undefined],
])('the card type of %s', (_, wallet, type) => expect(walletCardTypeOf(wallet)).toBe(type));

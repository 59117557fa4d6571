import type { JsonObject } from '@payorch/contracts';
import { sdkMethodData } from './sdk-method-data';

const holder = { bank_account_holder_name: 'Ada Lovelace', bank_name: null, bank_type: 'checking' };
const card = { last4: '3478', card_network: 'Visa', type: 'CARD', card_exp_month: '10', auth_code: 'a' };
const shownCard = { last4: '3478', card_network: 'Visa', type: 'CARD' };

it.each<[JsonObject | null, object | null]>([
  [null, null],
  [{ billing: null }, null],
  [{ wallet: { google_pay: card } }, { wallet: { google_pay: shownCard } }],
  [{ wallet: { apple_pay: card } }, { wallet: { apple_pay: shownCard } }],
  [{ wallet: { apple_pay: {} } }, { wallet: { apple_pay: { last4: null, card_network: null, type: null } } }],
  [{ wallet: {} }, null],
  [{ wallet: { samsung_pay: card } }, null],
  [{ bank_debit: { sepa: { iban: '******3000' } } }, null],
  [
    { bank_debit: { ach: { account_number: '********6789', routing_number: '*****0000', ...holder } } },
    {
      bank_debit: {
        ach_bank_debit: {
          account_number_last4_digits: '6789',
          routing_number_last4_digits: '0000',
          ...holder,
          bank_holder_type: null,
        },
      },
    },
  ],
  [
    { bank_debit: { ach: { account_number: '****' } } },
    {
      bank_debit: {
        ach_bank_debit: {
          account_number_last4_digits: null,
          routing_number_last4_digits: null,
          bank_account_holder_name: null,
          bank_name: null,
          bank_type: null,
          bank_holder_type: null,
        },
      },
    },
  ],
])('of %j a client SDK gets %j', (paymentMethodData, expected) =>
  expect(sdkMethodData({ paymentMethodData })).toEqual(expected),
);

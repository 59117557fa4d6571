import { payoutAccountOf } from './payout-account';

const now = new Date('2026-11-28T10:00:00.000Z');
const bank_transfer = { iban: 'NL46TEST0136169112', bic: 'ABNANL2A' } as never;
const venmo = { telephone_number: '+15550100777' };
const paypal = { email: 'ada@example.com', telephone_number: '+3120555', paypal_id: 'ada1' };

it.each<[string, Parameters<typeof payoutAccountOf>[0]]>([
  ['a bank account and a wallet', { bank_transfer, wallet: { venmo } as never }],
  ['two wallets', { wallet: { venmo, paypal } as never }],
])('%s in one request are refused', (_, sent) =>
  expect(payoutAccountOf(sent, now)).toMatchObject({
    code: 'precondition_failed',
    details: { message: 'Expected one account but got several' },
  }),
);

it.each([
  ['bank_transfer', 'sepa_bank_transfer', { bank_transfer }],
  ['wallet', 'venmo', { wallet: { venmo } as never }],
])('an account of the method %s is of the type %s', (paymentMethod, paymentMethodType, sent) =>
  expect(payoutAccountOf(sent, now)).toMatchObject({ paymentMethod, paymentMethodType }),
);

it('a request without an account for payouts has none', () => expect(payoutAccountOf({}, now)).toBeUndefined());

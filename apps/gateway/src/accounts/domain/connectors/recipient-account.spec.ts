import { checkRecipientAccount } from './recipient-account';

const errorOf = (account_data: object) =>
  checkRecipientAccount({ open_banking_recipient_data: { account_data } })?.details['message'];
const german = 'DE02120300000000202051';
const polish = 'PL61109010140000071219812874';

it.each([
  [{ iban: { iban: german } }],
  [{ sepa: { iban: 'GB82WEST12345698765432' } }],
  [{ sepa_instant: { iban: german.toLowerCase() } }],
  [{ elixir: { account_number: '1', iban: polish } }],
  [{ bacs: { account_number: '12345678', sort_code: '123456' } }],
  [{ faster_payments: { account_number: '12345678', sort_code: '123456' } }],
  [{ bankgiro: { number: '5805620' } }],
  [{ plusgiro: { number: '12' } }],
])('%j is accepted', (account) => expect(errorOf(account)).toBeUndefined());

it.each([
  [{ iban: { iban: `${german}${'0'.repeat(13)}` } }, 'IBAN length must be up to 34 characters'],
  [{ sepa: { iban: german.slice(0, 14) } }, 'IBAN length must be between 15 and 34 characters'],
  [{ sepa: { iban: 'DE02 1203 0000 0000 2020 51' } }, 'IBAN data must be alphanumeric'],
  [{ sepa_instant: { iban: 'DE03120300000000202051' } }, 'Invalid IBAN'],
  [{ elixir: { account_number: '1', iban: german } }, 'Elixir IBAN must be Polish (PL)'],
  [{ elixir: { account_number: '1', iban: polish.slice(1) } }, 'Elixir IBAN must be Polish (PL)'],
  [{ elixir: { account_number: '1', iban: polish.slice(0, 27) } }, 'Polish IBAN must be 28 characters'],
  [{ elixir: { account_number: '1', iban: polish.replace('61', '62') } }, 'Invalid IBAN'],
  [{ bacs: { account_number: '1234567', sort_code: '123456' } }, 'Invalid BACS numbers'],
  [{ faster_payments: { account_number: '12345678', sort_code: '12-34' } }, 'Invalid BACS numbers'],
  [{ bankgiro: { number: '580562a' } }, 'Bankgiro number must be numeric'],
  [{ bankgiro: { number: '580562' } }, 'Bankgiro number must be between 7 and 8 digits'],
  [{ plusgiro: { number: '' } }, 'Plusgiro number must be numeric'],
  [{ plusgiro: { number: '123456789' } }, 'Plusgiro number must be between 2 and 8 digits'],
])('%j is refused', (account, message) => expect(errorOf(account)).toBe(message));

it.each([[null], [undefined], [{ open_banking_recipient_data: { wallet_id: 'w' } }]])(
  '%j has no account to check',
  (data) => expect(checkRecipientAccount(data)).toBeUndefined(),
);

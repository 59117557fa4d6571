import { nearestWord } from './nearest';

describe('nearestWord', () => {
  const fields = ['amount', 'amount_to_capture', 'currency', 'customer', 'customer_id', 'email', 'card_number'];
  const currencies = ['EUR', 'USD', 'USN', 'GBP', 'JPY'];

  it.each<[string, readonly string[], string | undefined]>([
    ['amout', fields, 'amount'],
    ['amuont', fields, 'amount'],
    ['curency', fields, 'currency'],
    ['Currency', fields, 'currency'],
    ['customerId', fields, 'customer_id'],
    ['card-nubmer', fields, 'card_number'],
    ['e mail', fields, 'email'],
    ['EURO', currencies, 'EUR'],
    ['usd', currencies, 'USD'],
    ['JYP', currencies, undefined],
    // As near to USD as to USN: a guess could name another currency.
    ['USX', currencies, undefined],
    ['colour', fields, undefined],
    ['', fields, undefined],
    ['a'.repeat(65), ['a'.repeat(64)], undefined],
    ['amount', [], undefined],
  ])('%s among %j: %s', (given, known, nearest) => expect(nearestWord(given, known)).toBe(nearest));
});

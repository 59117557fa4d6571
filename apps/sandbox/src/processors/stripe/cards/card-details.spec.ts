import { cardDetails, cardProblem } from './card-details';
import { numberOfTestMethod, numberOfTestToken, testCards } from './test-cards';

const nowMs = Date.UTC(2026, 5, 15);
const card = { number: '4242424242424242', exp_month: 6, exp_year: 2026, cvc: '123' };

it('a card is valid until its month ends', () => {
  expect(cardProblem(card, nowMs)).toBeUndefined();
  expect(cardProblem({ ...card, exp_month: 5 }, nowMs)?.error.code).toBe('invalid_expiry_month');
  expect(cardProblem({ ...card, exp_year: 2025 }, nowMs)?.error.code).toBe('invalid_expiry_year');
});

it.each([
  ['4242424242424242', 'visa'],
  ['378282246310005', 'amex'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['6011111111111117', 'discover'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
])('the card %s has the brand %s', (number, brand) => {
  expect(cardDetails({ ...card, number }).brand).toBe(brand);
});

it('the card details do not reveal the number', () => {
  for (const number of Object.keys(testCards)) {
    expect(JSON.stringify(cardDetails({ ...card, number }))).not.toContain(number);
  }
  expect(cardDetails(card).fingerprint).toBe(cardDetails({ ...card, exp_month: 1 }).fingerprint);
});

it('only the published test names stand for a card', () => {
  expect(numberOfTestMethod('pm_card_visa')).toBe('4242424242424242');
  expect(numberOfTestToken('tok_chargeDeclined')).toBe('4000000000000002');
  for (const name of ['pm_visa', 'pm_card_toString', 'tok_card_visa', 'pm_1']) {
    expect(numberOfTestMethod(name) ?? numberOfTestToken(name)).toBeUndefined();
  }
});

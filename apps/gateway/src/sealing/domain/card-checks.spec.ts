import { errorBody } from '@payorch/contracts';
import { checkCard, checkCvc } from './card-checks';

const now = new Date('2026-06-15T12:00:00Z');
const good = { card_exp_month: '10', card_exp_year: '30', card_cvc: '123' };
const answer = (card: Partial<typeof good>, at = now) => {
  const refusal = checkCard({ ...good, ...card }, at);
  if (!refusal) return undefined;
  const { status, body } = errorBody(refusal);
  return `${status} ${body.error.code} ${body.error.message}`;
};

describe('checkCard', () => {
  it.each([
    {},
    { card_cvc: '1234' },
    { card_exp_month: '6', card_exp_year: '26' },
    { card_exp_month: '06', card_exp_year: '2026' },
  ])('%j is accepted', (card) => expect(answer(card)).toBeUndefined());

  it.each([
    [{ card_cvc: '12' }, '400 IR_16 Invalid card_cvc length'],
    [{ card_cvc: '12345' }, '400 IR_16 Invalid card_cvc length'],
    [{ card_cvc: '' }, '400 IR_16 Invalid card_cvc length'],
    [{ card_cvc: '12a' }, '400 IR_07 Invalid value provided: card_cvc'],
    [{ card_exp_month: '13' }, '400 IR_16 Invalid Expiry Month'],
    [{ card_exp_month: '00' }, '400 IR_16 Invalid Expiry Month'],
    [{ card_exp_month: 'ab' }, '400 IR_07 Invalid value provided: card_exp_month'],
    [{ card_exp_month: '-1' }, '400 IR_07 Invalid value provided: card_exp_month'],
    [{ card_exp_year: 'xx' }, '400 IR_07 Invalid value provided: card_exp_year'],
    [{ card_exp_year: '' }, '400 IR_07 Invalid value provided: card_exp_year'],
    [{ card_exp_year: '203' }, '400 IR_16 Invalid Expiry Year'],
    [{ card_exp_year: '99999' }, '400 IR_16 Invalid Expiry Year'],
    [{ card_exp_year: '25' }, '400 IR_16 Invalid Expiry Year'],
    [{ card_exp_year: '1999' }, '400 IR_16 Invalid Expiry Year'],
    [{ card_exp_month: '05', card_exp_year: '26' }, '400 IR_16 Card Expired'],
    [{ card_exp_month: '12', card_exp_year: '2020' }, '400 IR_16 Invalid Expiry Year'],
  ])('%j: %s', (card, expected) => expect(answer(card)).toBe(expected));

  it('a card is valid until its month ends in the last time zone', () => {
    const june = { card_exp_month: '06', card_exp_year: '26' };
    expect(answer(june, new Date('2026-07-01T11:59:59.999Z'))).toBeUndefined();
    expect(answer(june, new Date('2026-07-01T12:00:00Z'))).toBe('400 IR_16 Card Expired');
    const december = { card_exp_month: '12', card_exp_year: '26' };
    expect(answer(december, new Date('2027-01-01T11:59:59.999Z'))).toBeUndefined();
    expect(answer(december, new Date('2027-01-01T12:00:00Z'))).toBe('400 IR_16 Invalid Expiry Year');
  });

  it('a CVC without a card is checked but not required', () => {
    expect(checkCvc(undefined)).toBeUndefined();
    expect(checkCvc('1')).toMatchObject({ code: 'precondition_failed' });
  });
});

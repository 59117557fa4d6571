import type { CardInput } from '../../../kit/cards/card-details';
import { cardDetailsOf, wrongPartOf } from '../../../kit/cards/card-details';
import type { Refusal } from '../errors';
import { cardError } from '../errors';
import type { CardDetails } from '../objects/records';
import { traitOf } from './test-cards';

const problems = {
  number: cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' }),
  exp_month: cardError("Your card's expiration month is invalid.", {
    code: 'invalid_expiry_month',
    param: 'exp_month',
  }),
  exp_year: cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' }),
  cvc: cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' }),
};

/** Validates the card's input, before any issuer is involved. */
export function cardProblem(card: CardInput, nowMs: number): Refusal | undefined {
  const part = wrongPartOf(card, nowMs);
  return part && problems[part];
}

export const cardDetails = (card: CardInput, wallet: CardDetails['wallet'] = null): CardDetails =>
  cardDetailsOf(card, traitOf(card.number), wallet);

/** The card of a published test name. */
export const testCardDetails = (number: string, nowMs: number): CardDetails =>
  cardDetails({ number, exp_month: 12, exp_year: new Date(nowMs).getUTCFullYear() + 1, cvc: '123' });

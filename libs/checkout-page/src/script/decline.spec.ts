import en from '../messages/en.json';
import { declineOf } from './decline';

const failed = (standardised_code: string | null, more: object = {}) => ({
  status: 'failed',
  payment_method: 'card',
  unified_code: 'UE_9000',
  unified_message: 'Something went wrong',
  error_details: { unified_details: { standardised_code } },
  ...more,
});

it.each([
  ['insufficient_funds', 'insufficientFunds', undefined],
  ['invalid_expiry_date', 'expiryPast', 'expiry'],
  ['invalid_cvv', 'cvcWrong', 'cvc'],
  ['invalid_card_number', 'numberWrong', 'number'],
  ['do_not_honor', 'declined', undefined],
  ['downstream_technical_issue', 'processingFailed', undefined],
  ['authentication_failed', 'notConfirmed', undefined],
  ['card_not_supported_restricted', 'cardNotSupported', undefined],
  ['credit_limit_exceeded', 'limitExceeded', undefined],
])('%s has words and, where it is about one, a field of its own', (code, key, part) =>
  expect(declineOf(failed(code))).toEqual(part === undefined ? { key } : { key, part }),
);

it('lost, stolen and suspicious cards have the words of a plain decline', () => {
  const texts = ['do_not_honor', 'card_lost_or_stolen', 'suspected_fraud', 'psp_fraud_engine_decline'].map(
    (code) => en[declineOf(failed(code)).key!],
  );
  expect(new Set(texts)).toEqual(new Set(['Your card was declined. Try another card.']));
});

it('a code without words leaves them to the rule of the operators, else the card is declined', () => {
  expect(declineOf(failed('toString'))).toEqual({ key: 'declined' });
  expect(declineOf(failed(null))).toEqual({ key: 'declined' });
  expect(declineOf({ status: 'failed', payment_method: 'wallet' })).toEqual({ key: 'failedText' });
  const rule = { unified_code: 'UE_1000', unified_message: 'Use another card.' };
  expect(declineOf(failed(null, rule))).toEqual({ key: null });
});

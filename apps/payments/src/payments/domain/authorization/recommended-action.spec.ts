import { aCard, aPayment, cardFields, paymentOf, receive } from '../../../../test/builders';
import { activeAttempt } from '../payment';
import { recommendedActionOf } from './recommended-action';

/** The advice for a declined card of a network with an advice code. */
function adviceFor(network: string | null, networkAdviceCode: string | null, details: object = { off_session: true }) {
  const fields = cardFields({ card: { ...aCard, network }, details: details as Record<string, never> });
  const error = { code: 'c', message: 'm', reason: null, networkAdviceCode };
  const outcome = { kind: 'declined', reference: null, error, retry: 'never' } as const;
  const payment = paymentOf(receive(aPayment.authorizing(fields), outcome));
  return recommendedActionOf(payment, activeAttempt(payment));
}

describe('the recommended action', () => {
  it.each([
    ['Visa', '01', 'do_not_retry'],
    ['Visa', '02', 'retry_later'],
    ['Visa', '03', 'retry_after_instrument_update'],
    ['Visa', '04', 'retry_later'],
    ['Mastercard', '01', 'retry_after_instrument_update'],
    ['Mastercard', '02', 'retry_later'],
    ['Mastercard', '03', 'do_not_retry'],
    ['Mastercard', '04', 'retry_with_different_payment_method_data'],
    ['Mastercard', '05', 'do_not_retry'],
    ['Mastercard', '21', 'stop_recurring'],
    ['Mastercard', '22', 'do_not_retry'],
    ['Mastercard', '24', 'retry_after_1_hour'],
    ['Mastercard', '25', 'retry_after_24_hours'],
    ['Mastercard', '26', 'retry_after_2_days'],
    ['Mastercard', '27', 'retry_after_4_days'],
    ['Mastercard', '28', 'retry_after_6_days'],
    ['Mastercard', '29', 'retry_after_8_days'],
    ['Mastercard', '30', 'retry_after_10_days'],
  ])('after the code of %s %s is %s', (network, code, action) => expect(adviceFor(network, code)).toBe(action));

  it.each<[string, string | null, string | null, object | undefined]>([
    ['an unknown code', 'Visa', '99', undefined],
    ['a code that is a property of every object', 'Visa', 'constructor', undefined],
    ['no code', 'Visa', null, undefined],
    ['another network', 'JCB', '01', undefined],
    ['no network', null, '01', undefined],
    ['a customer who is present', 'Visa', '01', {}],
  ])('is unknown with %s', (_name, network, code, details) => expect(adviceFor(network, code, details)).toBeNull());
});

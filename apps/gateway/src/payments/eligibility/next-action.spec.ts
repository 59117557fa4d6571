import { confirmationOf, type NextAction } from './next-action';

const denied = (message: string): NextAction => ({ deny: { message } });
const hasStatus = (status: string) => denied(`You cannot confirm this payment because it has status ${status}`);
const blocked = denied('Blocked due to suspicious activity');

describe('the next action of a checkout', () => {
  it.each<[string, boolean | null, boolean, NextAction]>([
    ['requires_payment_method', null, false, 'confirm'],
    ['requires_confirmation', null, false, 'confirm'],
    ['requires_confirmation', null, true, blocked],
    ['failed', true, false, 'confirm'],
    ['failed', true, true, blocked],
    ['failed', false, false, hasStatus('failed')],
    ['failed', null, true, hasStatus('failed')],
    ['succeeded', null, false, hasStatus('succeeded')],
    ['processing', null, true, hasStatus('processing')],
    ['requires_customer_action', null, false, hasStatus('requires_customer_action')],
  ])('with the status %s, manual retry %j and blocked %s', (status, manual_retry_allowed, isBlocked, expected) => {
    const payment = { payment_id: 'pay_1', status, manual_retry_allowed, profile_id: 'pro_1', customer_id: null };
    expect(confirmationOf(payment, { isBlocked })).toEqual(expected);
  });
});

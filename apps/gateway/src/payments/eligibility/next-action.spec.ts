import { deniedBy, statusDenial } from './next-action';

const hasStatus = (status: string) => `You cannot confirm this payment because it has status ${status}`;

it.each<[string, boolean | null, string | null]>([
  ['requires_payment_method', null, null],
  ['requires_confirmation', null, null],
  ['failed', true, null],
  ['failed', false, hasStatus('failed')],
  ['failed', null, hasStatus('failed')],
  ['succeeded', null, hasStatus('succeeded')],
  ['processing', null, hasStatus('processing')],
  ['requires_customer_action', null, hasStatus('requires_customer_action')],
])('a payment with the status %s and manual retry %j is denied with %j', (status, manual_retry_allowed, expected) => {
  const payment = { payment_id: 'pay_1', status, manual_retry_allowed, profile_id: 'pro_1', customer_id: null };
  expect(statusDenial(payment)).toBe(expected);
});

it('a checkout confirms unless something denies it', () => {
  expect([deniedBy(null), deniedBy('no')]).toEqual(['confirm', { deny: { message: 'no' } }]);
});

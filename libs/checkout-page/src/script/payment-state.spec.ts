import { confirmResult, paymentOf, pollDelayMs, pollsUntilNotReceived, stateOf } from './payment-state';

it.each([
  ['requires_payment_method', 'payable'],
  ['requires_confirmation', 'payable'],
  ['requires_customer_action', 'action'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['requires_capture', 'succeeded'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
  ['a_status_of_tomorrow', 'processing'],
  ['constructor', 'processing'],
  [undefined, 'processing'],
])('a payment that is %s is shown as %s', (status, state) => expect(stateOf(status)).toBe(state));

it('a payment has its reason, its retry and its attempts', () => {
  const body = { status: 'failed', unified_message: 'Declined', manual_retry_allowed: true, attempt_count: 2 };
  expect(paymentOf(body)).toEqual({
    status: 'failed',
    state: 'failed',
    reason: 'Declined',
    mayRetry: true,
    attempts: 2,
    whole: body,
  });
  expect(paymentOf({ error: {} })).toBeUndefined();
});

describe('confirmResult', () => {
  const error = (code: string) => ({ error: { code } });
  it.each([
    ['a payment', 200, { status: 'succeeded' }, 'payment'],
    ['a response without a status', 200, {}, 'unknown'],
    ['no response', null, null, 'unknown'],
    ['an error of the gateway', 503, error('HE_00'), 'unknown'],
    ['a timeout of a proxy', 504, null, 'unknown'],
    ['a payment in another state', 400, error('IR_16'), 'moved_on'],
    ['a second confirmation at the same time', 409, error('IR_00'), 'moved_on'],
    ['a missing field', 400, error('IR_04'), 'not_accepted'],
    ['a wrong field', 422, error('IR_06'), 'not_accepted'],
    ['too many requests', 429, error('HE_04'), 'too_many'],
  ])('%s', (_, status, body, kind) => expect(confirmResult(status, body).kind).toBe(kind));
});

it('a refusal for another total says which one holds', () => {
  const error = { code: 'IR_16', total: 'EUR 67.54' };
  expect(confirmResult(400, { error })).toEqual({ kind: 'moved_on', total: 'EUR 67.54' });
  expect(confirmResult(400, { error: { code: 'IR_16' } })).toEqual({ kind: 'moved_on' });
});

it('a payment is not called unpaid before the gateway’s longest wait for a processor is over', () => {
  const waited = Array.from({ length: pollsUntilNotReceived }, (_, polls) => pollDelayMs(polls) ?? 0);
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(35_000);
});

it('polls end', () => expect(pollDelayMs(1000)).toBeNull());

import type { EventAttempts } from '@payorch/contracts';
import { attemptViews } from './event.view';

const event = {
  event_id: 'evt_1',
  merchant_id: 'acme',
  profile_id: 'pro_1',
  object_id: 'pay_1',
  event_type: 'payment_succeeded',
  event_class: 'payments',
  is_delivery_successful: true,
  initial_attempt_id: 'evt_1',
  processor_merchant_id: 'acme',
  created: '2026-01-05T10:00:00.000Z',
};
const attempt = {
  attempt_id: 'evt_1',
  kind: 'initial_attempt',
  is_delivery_successful: false,
  created: '2026-01-05T10:00:01.000Z',
  request_headers: [['webhook-id', 'evt_1']],
  response: { status_code: 500, headers: [], body: 'no', error_message: 'HTTP 500' },
} as const;

it('the first attempt says whether any delivered the event, and every other whether it did', () => {
  const shown = {
    event,
    body: '{}',
    attempts: [
      attempt,
      { ...attempt, attempt_id: 'evt_2', kind: 'automatic_retry' },
      { ...attempt, attempt_id: 'evt_3', kind: 'manual_retry', is_delivery_successful: true, response: null },
    ],
  } as unknown as EventAttempts;
  const request = { body: '{}', headers: [['webhook-id', 'evt_1']] };
  const nothing = { body: null, headers: null, status_code: null, error_message: null };
  const created = attempt.created;
  expect(attemptViews(shown)).toEqual([
    { ...event, created, request, response: attempt.response, delivery_attempt: 'initial_attempt' },
    {
      ...event,
      event_id: 'evt_2',
      is_delivery_successful: false,
      created,
      request,
      response: attempt.response,
      delivery_attempt: 'automatic_retry',
    },
    { ...event, event_id: 'evt_3', created, request, response: nothing, delivery_attempt: 'manual_retry' },
  ]);
});

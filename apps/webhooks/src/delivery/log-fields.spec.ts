import type { Delivery } from '../domain/delivery';
import { attemptLine, deliveryLogFields } from './log-fields';

const deliveryOf = (body: string, requestId: string | null = 'req_1'): Delivery =>
  ({
    merchantId: 'acme',
    profileId: 'pro',
    eventId: 'evt_1',
    body: Buffer.from(body),
    requestId,
    failures: 0,
  }) as unknown as Delivery;

const ids = { merchant_id: 'acme', event_id: 'evt_1', request_id: 'req_1' };

it.each([
  ['{"content":{"type":"payment_details","object":{"payment_id":"pay_1","amount":5}}}', { payment_id: 'pay_1' }],
  [
    '{"content":{"type":"refund_details","object":{"refund_id":"ref_1","payment_id":"pay_1"}}}',
    { refund_id: 'ref_1', payment_id: 'pay_1' },
  ],
  ['{"content":{"type":"payout_details","object":{"payout_id":"payout_1","amount":5}}}', { payout_id: 'payout_1' }],
  ['{"content":null}', {}],
  ['no JSON', {}],
])('a log line about a delivery of %s names its event and object', (body, named) =>
  expect(deliveryLogFields(deliveryOf(body))).toEqual({ ...ids, ...named }),
);

it('a log line names no request for an event stored before requests were recorded', () =>
  expect(deliveryLogFields(deliveryOf('{}', null))).not.toHaveProperty('request_id'));

it.each([
  ['delivered', 204, 'webhook.delivered'],
  ['waiting', null, 'webhook.failed'],
  ['disabled', 410, 'webhook.given_up'],
  ['given_up', 500, 'webhook.given_up'],
] as const)(
  'the log line of an attempt whose delivery is %s has its status and no text of the receiver',
  (state, status, event) => {
    const delivery = deliveryOf(
      '{"event_type":"payment_succeeded","content":{"object":{"payment_id":"pay_1","email":"a@b.example"}}}',
    );
    const result = { status, error: 'ECONNREFUSED jane.example', retryAfterMs: null };
    expect(attemptLine({ delivery, attemptId: delivery.eventId, state, delayMs: null, result, ms: 12 })).toEqual({
      event,
      ...ids,
      payment_id: 'pay_1',
      operation: 'payment_succeeded',
      status,
      ms: 12,
    });
  },
);

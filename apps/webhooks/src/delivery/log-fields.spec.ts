import type { Delivery } from './delivery';
import { deliveryLogFields } from './log-fields';

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
  ['{"content":null}', {}],
  ['no JSON', {}],
])('a log line about a delivery of %s names its event and object', (body, named) =>
  expect(deliveryLogFields(deliveryOf(body))).toEqual({ ...ids, ...named }),
);

it('a log line names no request for an event stored before requests were recorded', () =>
  expect(deliveryLogFields(deliveryOf('{}', null))).not.toHaveProperty('request_id'));

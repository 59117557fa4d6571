import { aProfile, aRequest } from '../../test/builders';
import { endpointsFor, eventIdAt } from './endpoints-for';

const own = { url: 'https://a.example', paymentStatuses: null, refundStatuses: null, payoutStatuses: null };
const at = (endpointId: string, eventTypes: string[] | null) => ({ endpointId, eventTypes, url: 'https://b.example' });
const payment = aRequest();
const dispute = aRequest({ eventClass: 'disputes', eventType: 'dispute_opened', objectType: 'dispute_details' });

it.each([
  ['the own address of an unknown profile', undefined, payment, ['pro_1']],
  ['no endpoint of a profile without one', aProfile(), payment, []],
  ['the own address', aProfile({ webhook: own }), payment, ['pro_1']],
  [
    'not an own address without the status',
    aProfile({ webhook: { ...own, paymentStatuses: ['failed'] } }),
    payment,
    [],
  ],
  [
    'every endpoint that lists the type, or lists none',
    aProfile({
      webhook: own,
      webhookEndpoints: [
        at('whe_all', null),
        at('whe_empty', []),
        at('whe_this', ['refund_failed', 'payment_succeeded']),
        at('whe_other', ['refund_failed']),
      ],
    }),
    payment,
    ['pro_1', 'whe_all', 'whe_empty', 'whe_this'],
  ],
  [
    'a dispute like every other object',
    aProfile({ webhook: own, webhookEndpoints: [at('whe_1', ['dispute_opened']), at('whe_2', ['dispute_won'])] }),
    dispute,
    ['pro_1', 'whe_1'],
  ],
])('an event goes to %s', (_, profile, request, expected) => expect(endpointsFor(request, profile)).toEqual(expected));

it('an event has an id of its own at each further endpoint, always the same one', () => {
  const ids = ['pro_1', 'whe_1', 'whe_2'].map((endpoint) => eventIdAt(payment, endpoint));
  expect(ids[0]).toBe(payment.eventId);
  expect(new Set(ids).size).toBe(3);
  expect(ids.map((id) => id.slice(0, 16))).toEqual(Array(3).fill(payment.eventId.slice(0, 16)));
  expect(ids.every((id) => /^evt_[0-9a-f]{32}$/.test(id))).toBe(true);
  expect(eventIdAt(payment, 'whe_1')).toBe(ids[1]);
});

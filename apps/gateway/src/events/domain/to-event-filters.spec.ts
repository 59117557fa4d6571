import { errorBody, isRefusal } from '@payorch/contracts';
import { EventClass, EventType } from '@payorch/rest';
import { toEventFilters, typesOfClass } from './to-event-filters';

const now = new Date('2026-04-10T15:00:00.000Z');
const begin = '2026-01-10T00:00:00.000Z';

it.each<[string, object, object]>([
  ['everything of 90 days', {}, { createdFrom: begin, createdTo: now.toISOString(), limit: 100, offset: 0 }],
  ['one object, of any age', { object_id: 'pay_1' }, { objectId: 'pay_1', createdFrom: null, createdTo: null }],
  ['one event, of any age', { event_id: 'evt_1' }, { eventId: 'evt_1', createdFrom: null, createdTo: null }],
  ['the types of classes', { event_classes: ['refunds'] }, { eventTypes: ['refund_failed', 'refund_succeeded'] }],
  ['types', { event_types: ['refund_failed'] }, { eventTypes: ['refund_failed'] }],
  [
    'types of their classes',
    { event_classes: ['refunds', 'mandates'], event_types: ['mandate_active'] },
    { eventTypes: ['mandate_active'] },
  ],
  ['empty lists', { event_classes: [], event_types: [] }, { eventTypes: null }],
  ['what was not delivered', { is_delivered: false, profile_id: 'pro_1' }, { isDelivered: false, profileId: 'pro_1' }],
  ['a page', { limit: 0, offset: 5 }, { limit: 0, offset: 5 }],
  [
    'a window',
    { created_after: begin, created_before: '2026-02-01T00:00:00Z' },
    { createdFrom: begin, createdTo: '2026-02-01T00:00:00.000Z' },
  ],
])('a list of %s', (_, sent, expected) => expect(toEventFilters(sent, now)).toMatchObject(expected));

const order = 'The `created_after` timestamp must be an earlier timestamp compared to the `created_before` timestamp';
it.each<[object, number, string, string]>([
  [
    { object_id: 'pay_1', event_id: 'evt_1' },
    400,
    'IR_16',
    'Cannot specify both `object_id` and `event_id`. Please provide only one.',
  ],
  [{ limit: 101 }, 422, 'IR_06', '`limit` must be a number less than 100'],
  [
    { event_classes: ['refunds'], event_types: ['refund_failed', 'payment_failed'] },
    422,
    'IR_06',
    '`event_types` must be a subset of `event_classes`',
  ],
  [
    { created_after: '2026-01-09T23:59:59.999Z' },
    422,
    'IR_06',
    '`created_after` must be a timestamp within the past 90 days.',
  ],
  [
    { created_before: '2026-01-09T23:59:59.999Z' },
    422,
    'IR_06',
    '`created_before` must be a timestamp within the past 90 days.',
  ],
  [{ created_after: '2026-03-02T00:00:00Z', created_before: '2026-03-01T00:00:00Z' }, 422, 'IR_06', order],
  [{ created_after: '2026-03-01T00:00:00Z', created_before: '2026-03-01T00:00:00Z' }, 422, 'IR_06', order],
  [{ created_after: '2026-05-01T00:00:00Z' }, 422, 'IR_06', order],
])('%j is refused', (sent, status, code, message) => {
  const refused = toEventFilters(sent, now);
  if (!isRefusal(refused)) throw new Error('accepted');
  const answer = errorBody(refused);
  expect([answer.status, answer.body.error['code'], answer.body.error['message']]).toEqual([status, code, message]);
});

it('every class has types of the interface, and each type belongs to one class at most', () => {
  expect(Object.keys(typesOfClass).sort()).toEqual([...EventClass].sort());
  const all = Object.values(typesOfClass).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(EventType.filter((type) => !all.includes(type))).toEqual(['payment_partially_authorized']);
});

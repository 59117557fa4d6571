import { eventTypeOf, findingOf } from './webhook-finding';
import type { ReceivedWebhook } from './receive-webhook';

const base64 = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)).toString('base64');
const webhook = { webhookId: 'whk_2', bodyBase64: base64({ type: 'payment.succeeded' }) };
const received = (more: Partial<ReceivedWebhook>): ReceivedWebhook => ({
  verdict: 'verified',
  reports: [],
  mandates: [],
  eventId: null,
  ...more,
});
const changed = [{ type: 'payment' as const, id: 'pay_1', operation_id: 'op_1', outcome: 'captured' }];
const saved = (webhookId: string | null) => ({ eventId: 'evt_1', webhookId, changed });
const found = { event_type: 'payment.succeeded', duplicate_of: null, changed: [] };

it.each<[string, Partial<ReceivedWebhook>, object | undefined]>([
  ['a new event', { eventId: 'evt_1' }, { ...found, kind: 'event', event_id: 'evt_1' }],
  ['an event about nothing of ours', {}, { ...found, kind: 'irrelevant', event_id: null }],
  [
    'an event that came before',
    { known: saved('whk_1') },
    { ...found, kind: 'duplicate', event_id: 'evt_1', duplicate_of: 'whk_1' },
  ],
  [
    'an event of an older release that came before',
    { known: saved(null) },
    { ...found, kind: 'duplicate', event_id: 'evt_1' },
  ],
  ['its own repeated command', { known: saved('whk_2') }, { ...found, kind: 'event', event_id: 'evt_1', changed }],
  ['a refused webhook', { verdict: 'refused' }, undefined],
  ['an unreadable webhook', { verdict: 'unreadable' }, undefined],
])('the finding of %s', (_, more, expected) => expect(findingOf(received(more), webhook)).toEqual(expected));

it.each<[unknown, string | null]>([
  [{ type: 'payment_intent.succeeded' }, 'payment_intent.succeeded'],
  [{ event_type: 'transfers#state-change' }, 'transfers#state-change'],
  [{ type: 7 }, null],
  [{ type: 'Jane Doe, 4242 4242 4242 4242' }, null],
  [{ type: 'x'.repeat(101) }, null],
  ['{"type":', null],
  ['null', null],
])('the event type of %j is %j', (body, type) => expect(eventTypeOf(base64(body))).toBe(type));

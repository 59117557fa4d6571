import type { EventEntry, Numbered } from '../../../kit/ledger/entries';
import { Journal } from '../../../kit/ledger/journal';
import { StripeMemory } from './memory';

const account = 'acct_1';
const anEvent = (seq: number, rest: Partial<EventEntry> = {}): Numbered<EventEntry> => ({
  entry: 'event',
  connector: 'stripe',
  account,
  id: `evt_${seq}`,
  type: 'charge.succeeded',
  created: seq,
  body: '{}',
  seq,
  at: '2026-01-02T03:04:05.000Z',
  ...rest,
});

const aMemory = () => new StripeMemory(new Journal('never opened'), { maxEndedRetained: 2 });

it('the newest positions of events are retained, four for each retained payment', () => {
  const memory = aMemory();
  for (let seq = 1; seq <= 40; seq++) memory.apply(anEvent(seq));
  expect(memory.events.of(account).map(({ seq }) => seq)).toEqual([33, 34, 35, 36, 37, 38, 39, 40]);
  expect(memory.events.find(account, 'evt_32')).toBeUndefined();
});

it('the memory ignores the entries of other processors', () => {
  const memory = aMemory();
  memory.apply(anEvent(1, { connector: 'adyen' }));
  expect(memory.events.of(account)).toEqual([]);
});

it('the memory ignores the payments of a test processor that is named like Stripe', () => {
  const change = { connector: 'stripe', payment_id: 'pay_1', fault: null, payment: { id: 'pay_1' }, refund: null };
  const memory = aMemory();
  expect(() => memory.apply({ ...change, entry: 'record', seq: 1, at: '' })).not.toThrow();
  expect(memory.objects.all('payment_intent')).toEqual([]);
});

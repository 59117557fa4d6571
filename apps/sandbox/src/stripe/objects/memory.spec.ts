import { StripeMemory } from './memory';

const at = '2026-01-02T03:04:05.000Z';
const account = 'acct_1';
const stamp = { at, account, connector: 'stripe' } as const;

it('the newest positions of events and responses are retained, four for each retained payment', () => {
  const memory = new StripeMemory(2);
  for (let seq = 1; seq <= 40; seq++) {
    const id = `evt_${seq}`;
    memory.storeEvent({ ...stamp, entry: 'event', seq, id, type: 'charge.succeeded', created: seq, body: '{}' });
    const answer = { key: `key_${seq}`, fingerprint: 'f', request: 'req_1', status: 200, body: '{}' };
    memory.storeAnswer({ ...stamp, ...answer, entry: 'answer', seq });
  }
  expect(memory.eventsOf(account).map(({ seq }) => seq)).toEqual([33, 34, 35, 36, 37, 38, 39, 40]);
  expect(memory.event(account, 'evt_32')).toBeUndefined();
  expect([32, 33].map((seq) => memory.answer(account, `key_${seq}`)?.seq)).toEqual([undefined, 33]);
});

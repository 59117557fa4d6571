import { causeGroupOf, deadLetterOf, groupsOf } from './dead-letter';
import { maskedBody, shownHeaders } from './masked-body';

const headers = {
  'x-cause': 'QueryFailedError: 23505',
  'x-origin-topic': 'webhooks.requests',
  'x-origin-partition': '2',
  'x-origin-offset': '17',
  ce_id: 'msg_1',
  ce_type: 'webhook.requested',
  deadline: '2026-11-01T00:00:00.000Z',
};
const record = (offset: number, more: Record<string, string> = {}, key = 'm/pay_1') => ({
  offset: String(offset),
  timestamp: String(1_000 * offset),
  key: Buffer.from(key),
  value: Buffer.from('{}'),
  headers: { ...headers, ...more },
});

describe('deadLetterOf', () => {
  it('a dead letter has its origin, its cause and its deadline, and no body', () => {
    expect(deadLetterOf(record(3))).toEqual({
      offset: '3',
      at: new Date(3_000),
      topic: 'webhooks.requests',
      origin: '2/17',
      key: 'm/pay_1',
      shownKey: 'm/pay_1',
      type: 'webhook.requested',
      messageId: 'msg_1',
      cause: 'QueryFailedError: 23505',
      deadline: new Date('2026-11-01T00:00:00.000Z'),
      sizeBytes: 2,
      isSealed: false,
    });
  });

  it('a key with a card number is masked for people, and stays as it is for the order of messages', () => {
    const { key, shownKey } = deadLetterOf(record(1, {}, 'm/4242424242424242'));
    expect([key, shownKey]).toEqual(['m/4242424242424242', 'm/***4242']);
  });

  it('any record can be read', () => {
    expect(deadLetterOf({ offset: '1', timestamp: '0', key: null, value: null, headers: {} })).toMatchObject({
      topic: null,
      key: null,
      cause: 'unknown',
      deadline: null,
      sizeBytes: 0,
    });
  });
});

describe('groupsOf', () => {
  it.each([
    ['Fault: no attempt pay_12_1 of merchant m1', 'Fault: no attempt # of merchant #'],
    ['Fault: follows a failed message of its key: thirteen', 'thirteen'],
    [
      'payment.capture.v1 does not match its schema: amount: wrong',
      'payment.capture.# does not match its schema: amount: wrong',
    ],
    ['InvariantError: "ada" is away', 'InvariantError: … is away'],
  ])('the group of the cause %j is %j', (cause, group) => expect(causeGroupOf(cause)).toBe(group));

  it('dead letters are grouped by topic, type and cause, with their number, keys and times', () => {
    const letters = [
      record(1, { 'x-cause': 'Fault: no attempt pay_1' }),
      record(2, { 'x-cause': 'Fault: no attempt pay_2' }, 'm/pay_2'),
      record(3, { 'x-cause': 'Fault: no attempt pay_3', 'x-origin-topic': 'payments.commands' }),
    ].map(deadLetterOf);
    expect(groupsOf(letters)).toMatchObject([
      { topic: 'webhooks.requests', count: 2, keys: 2, first: new Date(1_000), last: new Date(2_000), offset: '1' },
      { topic: 'payments.commands', count: 1, keys: 1, offset: '3' },
    ]);
  });
});

describe('what a person sees', () => {
  it('a body is shown with its ids and words, and with the lengths of all other texts', () => {
    const body = {
      merchantId: 'm',
      paymentId: '4242424242424242',
      amount: 1_000,
      currency: 'EUR',
      customer: { name: 'Ada Lovelace', email: 'ada@example.org', id: 'cus_1' },
      metadata: { id: 'ada@example.org', 'Ada Lovelace': 'text' },
      number: 4242424242424242,
      state: 'x'.repeat(200),
      none: null,
    };
    const shown = maskedBody(Buffer.from(JSON.stringify(body)), false);
    expect(shown).toEqual({
      merchantId: 'm',
      paymentId: '***4242',
      amount: 1_000,
      currency: 'EUR',
      customer: { name: '[text of 12]', email: '[text of 15]', id: 'cus_1' },
      metadata: { id: '[text of 15]', '[name of 12]': '[text of 4]' },
      number: '[number]',
      state: '[text of 200]',
      none: null,
    });
  });

  it('a body that is sealed or not JSON is shown by its size alone', () => {
    expect(maskedBody(Buffer.from('abc'), true)).toBe('[sealed, 3 bytes]');
    expect(maskedBody(Buffer.from('{"name":"Ada'), false)).toBe('[not JSON, 12 bytes]');
  });

  it('headers are shown without keys and addresses of replies', () => {
    expect(shownHeaders({ headers: { ce_id: 'msg_1', datakey: 'abc', replycorrelationid: 'r' } })).toEqual({
      ce_id: 'msg_1',
      datakey: '[text of 3]',
      replycorrelationid: '[text of 1]',
    });
  });
});

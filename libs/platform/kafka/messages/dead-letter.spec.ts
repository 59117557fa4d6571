import { deadLetterOf } from './dead-letter';

const record = {
  topic: 'payments.commands',
  partition: 3,
  offset: '17',
  timestamp: '0',
  key: Buffer.from('merchant/pay'),
  value: Buffer.from('{'),
  headers: { ce_id: Buffer.from('msg_1'), odd: undefined },
};

describe('deadLetterOf', () => {
  it('a dead letter contains the original record, its cause and its origin', () => {
    expect(deadLetterOf(record, 'not readable')).toEqual({
      topic: 'dead_letters',
      key: 'merchant/pay',
      value: record.value,
      headers: {
        ce_id: 'msg_1',
        odd: '',
        'x-cause': 'not readable',
        'x-origin-topic': 'payments.commands',
        'x-origin-partition': '3',
        'x-origin-offset': '17',
      },
    });
  });

  it('a dead letter may lack key, body and headers, and may have a cause of any length', () => {
    const bare = deadLetterOf({ ...record, key: null, value: null, headers: undefined }, 'x'.repeat(5_000));
    expect(bare).toMatchObject({ key: null, value: Buffer.alloc(0) });
    expect(bare.headers['x-cause']).toHaveLength(2_000);
  });
});

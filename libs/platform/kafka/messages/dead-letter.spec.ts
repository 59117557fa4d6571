import { deadLetterCause, deadLetterOf, messageOfDeadLetter } from './dead-letter';
import { InvariantError } from '@payorch/kernel';
import fc from 'fast-check';

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

describe('messageOfDeadLetter', () => {
  it('the message of a dead letter is the original record: topic, key, headers and bytes', () => {
    const names = fc.constantFrom('ce_id', 'ce_type', 'correlationid', 'deadline', 'datakey', 'ce_partitionkey');
    fc.assert(
      fc.property(
        fc.option(fc.string(), { nil: null }),
        fc.uint8Array({ maxLength: 50 }),
        fc.dictionary(names, fc.string()),
        fc.string(),
        (key, value, headers, cause) => {
          const original = {
            ...record,
            key: key === null ? null : Buffer.from(key),
            value: Buffer.from(value),
            headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
          };
          const letter = deadLetterOf(original, cause);
          const stored = { ...letter, key: letter.key === null ? null : Buffer.from(letter.key) };
          expect(messageOfDeadLetter(stored)).toEqual({
            topic: 'payments.commands',
            key: original.key === null ? null : original.key.toString(),
            value: original.value,
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, text]) => [name, Buffer.from(text).toString()]),
            ),
          });
        },
      ),
    );
  });

  it('a record that names no topic of origin has no message', () => {
    expect(messageOfDeadLetter({ key: null, value: null, headers: {} })).toBeUndefined();
  });
});

describe('deadLetterCause', () => {
  it('the cause names the error, and quotes no error of a library, which may quote the message', () => {
    expect(deadLetterCause(new InvariantError('a sum below zero'))).toBe('InvariantError: a sum below zero');
    const foreign = Object.assign(new SyntaxError('Unexpected token in {"email":"ada@example.org"}'), { code: 'X1' });
    expect(deadLetterCause(foreign)).toBe('SyntaxError: X1');
  });
});

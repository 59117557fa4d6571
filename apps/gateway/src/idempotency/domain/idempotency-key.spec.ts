import { refuse } from '@payorch/contracts';
import { readIdempotencyKey } from './idempotency-key';

describe('readIdempotencyKey', () => {
  it.each(['a', ' ~', 'x'.repeat(255), '7f3c-…'.replace('…', '!')])('the key %j is accepted', (key) =>
    expect(readIdempotencyKey(key)).toBe(key),
  );

  it.each([[''], ['x'.repeat(256)], ['tab\there'], ['naïve'], ['line\n'], [['a', 'b']]])(
    'the key %j is refused',
    (key) =>
      expect(readIdempotencyKey(key)).toEqual(
        refuse('invalid_value', { field: 'Idempotency-Key: 1 to 255 printable ASCII characters' }),
      ),
  );
});

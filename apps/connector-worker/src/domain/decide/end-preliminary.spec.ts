import { unknownOutcome } from '../../../test/operations';
import { endPreliminary, endUnanswered } from './end-preliminary';

const error = { code: 'incorrect_number', message: 'Your card number is incorrect', reason: null };

describe('a failed preliminary', () => {
  it.each([
    [400, 'declined'],
    [402, 'declined'],
    [499, 'declined'],
    [200, 'not_sent'],
    [302, 'not_sent'],
    [500, 'not_sent'],
    [503, 'not_sent'],
  ])('a preliminary with HTTP %i ends the payment as %s, with the retry advice of the processor', (status, kind) => {
    expect(endPreliminary({ error, retry: 'never' }, status)).toMatchObject({ kind, error, retry: 'never' });
    expect(endPreliminary({ error, retry: 'another_account' }, status)).toMatchObject({ retry: 'another_account' });
  });

  it('a preliminary without an answer ends the payment as not_sent', () => {
    expect(endUnanswered(unknownOutcome)).toMatchObject({
      kind: 'not_sent',
      error: { code: 'TIMEOUT' },
      retry: 'another_account',
    });
    const notSent = { kind: 'not_sent', error, retry: 'never' } as const;
    expect(endUnanswered(notSent)).toBe(notSent);
  });
});

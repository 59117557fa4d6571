import { entryOf, otherOperation, unexpectedReply, unseenStatus } from './outcomes';

describe('outcomes of answers that decide nothing', () => {
  it('an unseen status is unknown, with at most 64 characters of the status', () => {
    expect(unseenStatus('x'.repeat(100), 'ref')).toEqual({
      kind: 'unknown',
      reference: 'ref',
      error: {
        code: 'UNSEEN_STATUS',
        message: `The processor's status ${'x'.repeat(64)} is none that we know`,
        reason: null,
      },
    });
  });

  it.each([
    [otherOperation('ref'), 'OTHER_REFERENCE', 'ref'],
    [unexpectedReply({ status: 418, headers: {}, body: '' }), 'UNEXPECTED_STATUS', null],
  ])('%j is unknown', (outcome, code, reference) => {
    expect(outcome).toMatchObject({ kind: 'unknown', reference, error: { code } });
  });
});

describe('entryOf', () => {
  it('a table has only entries of its own', () => {
    expect(entryOf({ paid: 1 }, 'paid')).toBe(1);
    expect(entryOf({ paid: 1 }, 'constructor')).toBeUndefined();
  });
});

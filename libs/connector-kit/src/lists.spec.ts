import type { ProcessorDispute } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { pageOfObjects } from './lists';
import { recordOfDispute } from './records';

const objects = ['a', 'b', 'c'].map((id) => ({ id }));

describe('a page of objects', () => {
  it.each<[string, boolean, string | null]>([
    ['the last page has no next one', false, null],
    ['a page before others is continued after its last object, also where that is not listed', true, 'c'],
  ])('%s', (_, has_more, next) => {
    const page = pageOfObjects({ data: objects, has_more }, ({ id }) => (id === 'c' ? null : id));
    expect(page).toEqual({ kind: 'page', items: ['a', 'b'], next });
  });

  it('an object that nothing is known of fails the page by its name', () => {
    const page = pageOfObjects({ data: objects, has_more: false }, ({ id }) => (id === 'b' ? undefined : id));
    expect(page).toMatchObject({
      kind: 'failed',
      error: { code: 'UNSEEN_STATUS', message: expect.stringContaining(' b ') },
    });
  });

  it('an empty page that says that there is more fails: nothing names the next one', () => {
    expect(pageOfObjects({ data: [], has_more: true }, () => null)).toMatchObject({ error: { code: 'NOT_LISTED' } });
    expect(pageOfObjects({ data: [], has_more: false }, () => null)).toEqual({ kind: 'page', items: [], next: null });
  });
});

const disputeOf = (known: Partial<ProcessorDispute>) => ({
  charge: { reference: 'pi_1', operationIds: [] },
  dispute: {
    reference: 'dp_1',
    stage: 'dispute',
    status: 'dispute_opened',
    money: money(6540n, 'USD'),
    refundable: false,
    connectorStatus: 'needs_response',
    reason: null,
    reasonCode: null,
    challengeBy: null,
    openedAt: '2026-11-01T10:00:00.000Z',
    updatedAt: null,
    ...known,
  } as const,
});

describe('the record of a dispute', () => {
  it.each<[string, Partial<ProcessorDispute>, string, number]>([
    ['an open dispute', {}, 'open', 6540],
    ['an open dispute whose charge may still be refunded', { refundable: true }, 'open', 0],
    ['an inquiry', { stage: 'pre_dispute', refundable: true }, 'open', 0],
    ['a lost inquiry', { stage: 'pre_dispute', status: 'dispute_lost' }, 'lost', 0],
    ['a challenged dispute', { status: 'dispute_challenged' }, 'open', 6540],
    ['a won dispute', { status: 'dispute_won' }, 'won', 0],
    ['a withdrawn dispute', { status: 'dispute_cancelled' }, 'won', 0],
    ['a lost dispute', { status: 'dispute_lost' }, 'lost', 6540],
    ['an accepted dispute', { status: 'dispute_accepted' }, 'lost', 6540],
    ['a dispute without an answer in time', { status: 'dispute_expired' }, 'lost', 6540],
  ])('%s', (_, known, state, moved) => {
    expect(recordOfDispute(disputeOf(known))).toEqual({
      kind: 'dispute',
      reference: 'dp_1',
      chargeReference: 'pi_1',
      ourId: null,
      state,
      amount: 6540,
      moved,
      currency: 'USD',
      createdAt: '2026-11-01T10:00:00.000Z',
    });
  });

  it('a dispute without its time has none', () => {
    expect(recordOfDispute(disputeOf({ openedAt: null }))).toBeUndefined();
  });
});

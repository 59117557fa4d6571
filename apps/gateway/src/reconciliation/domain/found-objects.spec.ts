import { findingsPerReport, namesPerRequest } from '@payorch/contracts';
import { aFinding, aReport } from '../../../test/reconciliation';
import { bodyLimitBytes } from '../../validation';
import { foundObjects } from './found-objects';

const now = new Date('2026-01-02T00:00:00Z');
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
const found = (...findings: ReturnType<typeof aFinding>[]) => foundObjects(aReport({ findings }), now);

it('what is missing here is named by the processor, everything else by us', () =>
  expect(found(aFinding('missing_here', 'a'), aFinding('different_sums', 'b'))).toMatchObject({
    reported: [{ subject: 'ch_a' }, { subject: 'pay_b_1' }],
    incidents: [
      { object: 'payment', kind: 'reconciliation_missing_here', subject: 'ch_a', object_id: 'ch_a', state: null },
      { kind: 'reconciliation_different_sums', subject: 'pay_b_1', object_id: 'pay_b', state: 'charged' },
    ],
  }));

it('what waits is an incident after half an hour, and reported at once', () => {
  const waiting = (minutes: number) => {
    const finding = aFinding('waiting', 'w');
    return found({ ...finding, theirs: null, ours: { ...finding.ours!, created_at: ago(minutes) } });
  };
  expect(waiting(29)).toMatchObject({ reported: [{ subject: 'pay_w_1' }], incidents: [] });
  expect(waiting(31)).toMatchObject({ incidents: [{ kind: 'reconciliation_waiting' }] });
});

it('the period of an object has the times of both sides', () => {
  const finding = aFinding('different_states', 's');
  const theirs = { ...finding.theirs!, created_at: ago(5) };
  const ours = { ...finding.ours!, created_at: ago(3) };
  expect(found({ ...finding, ours, theirs })).toMatchObject({
    incidents: [{ created_first: ago(5), created_last: ago(3) }],
  });
});

it('as many findings and names as a request takes are within its size, however long the ids are', () => {
  const longest = aFinding('different_states', 'x'.repeat(56));
  const findings = Array.from({ length: findingsPerReport }, () => ({ ...longest, reference: 'r'.repeat(100) }));
  expect(JSON.stringify(aReport({ findings })).length).toBeLessThan(bodyLimitBytes);
  const names = Array.from({ length: namesPerRequest }, () => 'r'.repeat(100));
  const ours = Array.from({ length: namesPerRequest }, () => 'p'.repeat(67));
  expect(JSON.stringify({ references: names, our_ids: ours }).length).toBeLessThan(bodyLimitBytes / 2);
});

it('one finding twice in a report is one', () =>
  expect(found(aFinding('missing_there', 'x'), aFinding('missing_there', 'x'))).toMatchObject({
    incidents: [{ subject: 'pay_x_1' }],
  }));

it.each([
  ['without our side of what we have', [{ ...aFinding('different_sums', 'a'), ours: null }]],
  ['without the processor’s side of what is missing here', [{ ...aFinding('missing_here', 'a'), theirs: null }]],
  ['without a name', [{ ...aFinding('missing_there', 'a'), our_id: null }]],
  ['of a kind that the run does not compare', [{ ...aFinding('missing_there', 'a'), kind: 'payout' as const }]],
  ['in too great a number', Array.from({ length: 1_001 }, (_, n) => aFinding('missing_there', `n${n}`))],
])('findings %s are refused', (_, findings) =>
  expect(foundObjects(aReport({ findings }), now)).toMatchObject({ kind: 'refused', details: { field: 'findings' } }),
);

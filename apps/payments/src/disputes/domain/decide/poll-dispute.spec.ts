import { disputeStages, disputeStatuses } from '@payorch/contracts';
import { aDispute, disputeContext } from '../../../../test/disputes';
import { now } from '../../../../test/fixtures';
import { pollAfterMs } from '../poll-interval';
import { pollDispute } from './poll-dispute';

const polling = disputeContext({ pollAfterMs: 3_600_000 });
const every = disputeStages.flatMap((stage) => disputeStatuses.map((status) => [stage, status] as const));

it.each(every)('a dispute in %s %s is read, and polled again, while it is open', (stage, status) => {
  const isOpen = status === 'dispute_opened' || status === 'dispute_challenged';
  const effects = [
    { kind: 'poll', round: now.getTime() },
    { kind: 'poll_later', delayMs: 3_600_000 },
  ];
  expect(pollDispute(aDispute({ stage, status }), undefined, polling)).toEqual({
    kind: 'unchanged',
    effects: isOpen ? effects : [],
  });
});

it('a dispute that is unknown, or whose profile polls no more, is not read', () => {
  expect(pollDispute(undefined, undefined, polling)).toEqual({ kind: 'unchanged', effects: [] });
  expect(pollDispute(aDispute(), undefined, disputeContext())).toEqual({ kind: 'unchanged', effects: [] });
});

it.each([
  [1, 0, 3_240_000],
  [1, 0.5, 3_600_000],
  [24, 0.999_999, 95_039_983],
  [0, 0.5, null],
  [null, 0.5, null],
  [undefined, 0.5, null],
])('an interval of %s hours with the random number %s is %s ms', (hours, random, expected) =>
  expect(pollAfterMs(hours, random)).toBe(expected),
);

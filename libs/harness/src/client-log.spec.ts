import { contradictions, mayFollow, tally, type LogEntry } from './client-log';

const entry = (result: string, more: Partial<LogEntry> = {}): LogEntry => ({
  action: 'retrieve',
  paymentId: 'pay_1',
  outcome: 'ok',
  httpStatus: 200,
  result,
  atMs: 0,
  tookMs: 1,
  ...more,
});
const at = (status: string) => new Map([['pay_1', status]]);

it.each([
  ['processing', 'succeeded', true],
  ['requires_capture', 'processing', true],
  ['succeeded', 'succeeded', true],
  ['succeeded', 'processing', false],
  ['failed', 'succeeded', false],
  ['processing', 'requires_confirmation', false],
])('a payment may go from %s to %s: %s', (before, after, isAllowed) => {
  expect(mayFollow(before, after)).toBe(isAllowed);
});

describe('a client’s log', () => {
  it('has no contradiction when a payment only advances', () => {
    expect(contradictions([entry('processing'), entry('requires_capture')], at('succeeded'))).toEqual([]);
  });

  it('shows a contradiction when an acknowledged payment is not found', () => {
    const notFound = entry('HE_02', { outcome: 'fail', httpStatus: 404 });
    expect(contradictions([entry('processing'), notFound], new Map())).toEqual([
      'pay_1: processing, then not found',
      'pay_1: processing, not found at the end',
    ]);
  });

  it('shows a contradiction when a payment returns to an earlier state', () => {
    expect(contradictions([entry('succeeded'), entry('processing')], at('processing'))).toHaveLength(1);
    expect(contradictions([entry('succeeded')], at('processing'))).toHaveLength(1);
  });

  it('has no contradiction about a payment that was never acknowledged', () => {
    expect(contradictions([entry('no answer', { outcome: 'unknown', httpStatus: null })], new Map())).toEqual([]);
  });

  it('is tallied by kind of answer', () => {
    const noAnswer = entry('ECONNRESET', { outcome: 'unknown', httpStatus: null });
    expect(tally([entry('succeeded'), entry('failed'), noAnswer])).toEqual({
      'ok 200': 2,
      'unknown no answer ECONNRESET': 1,
    });
  });
});

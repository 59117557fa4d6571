import { contradictions, mayFollow, tally, type LogEntry } from './client-log';

const entry = (said: string, more: Partial<LogEntry> = {}): LogEntry => ({
  action: 'retrieve',
  paymentId: 'pay_1',
  outcome: 'ok',
  httpStatus: 200,
  said,
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
])('%s, then %s: %s', (before, after, isAllowed) => {
  expect(mayFollow(before, after)).toBe(isAllowed);
});

describe('a client’s log', () => {
  it('agrees with a payment that only went on', () => {
    expect(contradictions([entry('processing'), entry('requires_capture')], at('succeeded'))).toEqual([]);
  });

  it('shows a payment that is gone', () => {
    const notFound = entry('HE_02', { outcome: 'fail', httpStatus: 404 });
    expect(contradictions([entry('processing'), notFound], new Map())).toEqual([
      'pay_1: processing, then not found',
      'pay_1: processing, in the end not there',
    ]);
  });

  it('shows a payment that went back', () => {
    expect(contradictions([entry('succeeded'), entry('processing')], at('processing'))).toHaveLength(1);
    expect(contradictions([entry('succeeded')], at('processing'))).toHaveLength(1);
  });

  it('asks nothing of a payment that nobody was told of', () => {
    expect(contradictions([entry('no answer', { outcome: 'unknown', httpStatus: null })], new Map())).toEqual([]);
  });

  it('counts answers by kind', () => {
    const silence = entry('ECONNRESET', { outcome: 'unknown', httpStatus: null });
    expect(tally([entry('succeeded'), entry('failed'), silence])).toEqual({
      'ok 200': 2,
      'unknown no answer ECONNRESET': 1,
    });
  });
});

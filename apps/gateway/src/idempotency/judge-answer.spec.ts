import { judgeAnswer } from './judge-answer';

describe('what becomes of a key', () => {
  it.each([
    [200, true, 'store'],
    [200, false, 'store'],
    [302, false, 'store'],
    [400, true, 'store'],
    [404, true, 'store'],
    [422, false, 'forget'],
    [400, false, 'forget'],
    [429, true, 'forget'],
    [429, false, 'forget'],
    [500, true, 'give_back'],
    [500, false, 'give_back'],
    [501, true, 'give_back'],
    [503, true, 'give_back'],
    [503, false, 'give_back'],
  ] as const)('%i, a command sent: %s → %s', (status, hasSent, verdict) =>
    expect(judgeAnswer(status, hasSent)).toBe(verdict),
  );
});

import { keyVerdict } from './key-verdict';

describe('keyVerdict', () => {
  it.each([
    [200, true, 'store'],
    [200, false, 'store'],
    [302, false, 'store'],
    [400, true, 'store'],
    [404, true, 'forget'],
    [403, true, 'forget'],
    [401, true, 'forget'],
    [422, true, 'store'],
    [422, false, 'forget'],
    [400, false, 'forget'],
    [429, true, 'forget'],
    [429, false, 'forget'],
    [500, true, 'release'],
    [500, false, 'release'],
    [501, true, 'release'],
    [503, true, 'release'],
    [503, false, 'release'],
  ] as const)('%i, a command sent: %s → %s', (status, hasSent, verdict) =>
    expect(keyVerdict({ status, hasSent })).toBe(verdict),
  );

  it.each(['client_secret_invalid', 'client_secret_expired'] as const)('the refusal %s stores nothing', (refusal) =>
    expect(keyVerdict({ status: 400, hasSent: true, refusal })).toBe('forget'),
  );

  it('a refusal by the state of an object is stored', () =>
    expect(keyVerdict({ status: 400, hasSent: true, refusal: 'payment_exists' })).toBe('store'));
});

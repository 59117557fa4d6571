import { mayWriteWithin } from './lease';

describe('a lease', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['lasts while both clocks allow it', 900, 900, true],
    ['ends by the monotonic clock, though the wall clock was set back', 1_001, -5_000, false],
    ['ends by the wall clock, though the monotonic clock stopped while the machine slept', 0, 1_001, false],
  ])('a lease %s', (_, monotonic, wall, mayWrite) => {
    const [start, on] = [performance.now(), Date.now()];
    const now = jest.spyOn(performance, 'now').mockReturnValue(start);
    const date = jest.spyOn(Date, 'now').mockReturnValue(on);
    const check = mayWriteWithin(1_000);
    now.mockReturnValue(start + monotonic);
    date.mockReturnValue(on + wall);
    expect(check()).toBe(mayWrite);
  });
});

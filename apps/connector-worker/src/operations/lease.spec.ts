import { mayWriteWithin } from './lease';

describe('a lease', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['lasts while both clocks say so', 900, 900, true],
    ['is over by the monotonic clock, though the other one was set back', 1_001, -5_000, false],
    ['is over by the wall clock, though the machine slept and the other one stood still', 0, 1_001, false],
  ])('%s', (_, monotonic, wall, mayWrite) => {
    const [start, on] = [performance.now(), Date.now()];
    const now = jest.spyOn(performance, 'now').mockReturnValue(start);
    const date = jest.spyOn(Date, 'now').mockReturnValue(on);
    const ask = mayWriteWithin(1_000);
    now.mockReturnValue(start + monotonic);
    date.mockReturnValue(on + wall);
    expect(ask()).toBe(mayWrite);
  });
});

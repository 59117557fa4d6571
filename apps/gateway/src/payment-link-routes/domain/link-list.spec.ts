import { pageOf } from './link-list';

describe('the page of a list of links', () => {
  it.each([
    [{}, { limit: 1_000, offset: 0 }],
    [
      { limit: null, offset: null },
      { limit: 1_000, offset: 0 },
    ],
    [
      { limit: 0, offset: 5 },
      { limit: 0, offset: 5 },
    ],
    [{ limit: 1_000 }, { limit: 1_000, offset: 0 }],
  ])('%j is %j', (sent, page) => expect(pageOf(sent)).toEqual(page));

  it.each([{ limit: -1 }, { limit: 1_001 }, { offset: -1 }, { offset: 1_000_001 }])('%j is refused', (sent) =>
    expect(pageOf(sent)).toMatchObject({ code: 'invalid_request' }),
  );
});

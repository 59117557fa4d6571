import { pageOf } from './page';

it.each([
  [{}, { limit: 10, offset: 0 }],
  [
    { limit: null, offset: null },
    { limit: 10, offset: 0 },
  ],
  [
    { limit: 0, offset: 7 },
    { limit: 0, offset: 7 },
  ],
  [
    { limit: 65_535, offset: 2 ** 32 - 1 },
    { limit: 10_000, offset: 2 ** 31 - 1 },
  ],
])('the page %j', (sent, page) => expect(pageOf(sent)).toEqual(page));

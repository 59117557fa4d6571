import { pageOf } from './page';

const refused = (message: string) => ({
  kind: 'refused',
  code: 'invalid_request',
  details: { message, path: message.split(' ')[0] },
});

it.each([
  [{}, { limit: 10, offset: 0 }],
  [
    { limit: 100, offset: 20 },
    { limit: 100, offset: 20 },
  ],
  [{ limit: 0 }, refused('limit should be in between 1 and 100')],
  [{ limit: 101 }, refused('limit should be in between 1 and 100')],
  [{ offset: -1 }, refused('offset should be in between 0 and 1000000')],
  [{ offset: 1_000_001 }, refused('offset should be in between 0 and 1000000')],
])('the page %j is %j', (query, expected) => expect(pageOf(query)).toEqual(expected));

import { dedupeKeyOf } from './dedupe-key';

describe('the dedupe key of a verified webhook', () => {
  const body = Buffer.from('{"id":"evt_1"}');

  it('equal bodies have one key, whatever the headers and query', () => {
    const sent = { method: 'POST', headers: { 'x-signature': 'a' }, query: {}, body };
    const again = { ...sent, headers: { 'x-signature': 'b', 'x-more': '1' }, query: { a: '1' } };
    expect(dedupeKeyOf(again)).toBe(dedupeKeyOf(sent));
  });

  it('different bodies have different keys', () =>
    expect(dedupeKeyOf({ body: Buffer.concat([body, Buffer.from(' ')]) })).not.toBe(dedupeKeyOf({ body })));
});

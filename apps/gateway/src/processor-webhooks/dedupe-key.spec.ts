import { dedupeKeyOf } from './dedupe-key';

describe('the dedupe key of a verified webhook', () => {
  const body = Buffer.from('{"id":"evt_1"}');

  it('is one for the same bytes, whatever else is sent along', () => {
    const sent = { method: 'POST', headers: { 'x-signature': 'a' }, query: {}, body };
    const again = { ...sent, headers: { 'x-signature': 'b', 'x-more': '1' }, query: { a: '1' } };
    expect(dedupeKeyOf(again)).toBe(dedupeKeyOf(sent));
  });

  it('is another for other bytes', () =>
    expect(dedupeKeyOf({ body: Buffer.concat([body, Buffer.from(' ')]) })).not.toBe(dedupeKeyOf({ body })));
});

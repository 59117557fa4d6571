import { dedupeKeyOf, type RawWebhook } from './dedupe-key';

const webhook: RawWebhook = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-signature': 'abc', host: 'a' },
  query: { a: '1', b: '2' },
  body: Buffer.from('{"id":1}'),
};

const key = dedupeKeyOf(webhook);

describe('dedupeKeyOf', () => {
  it.each<[string, Partial<RawWebhook>]>([
    ['the way here differs', { headers: { ...webhook.headers, host: 'b', 'x-forwarded-for': '1.1.1.1', date: 'now' } }],
    [
      'headers come in another order',
      { headers: { host: 'a', 'x-signature': 'abc', 'content-type': 'application/json' } },
    ],
    ['parameters come in another order', { query: { b: '2', a: '1' } }],
  ])('is the same where %s', (_, change) => expect(dedupeKeyOf({ ...webhook, ...change })).toBe(key));

  it.each<[string, Partial<RawWebhook>]>([
    ['body', { body: Buffer.from('{"id":2}') }],
    ['signature', { headers: { ...webhook.headers, 'x-signature': 'abd' } }],
    ['parameter', { query: { a: '1', b: '3' } }],
    ['method', { method: 'PUT' }],
  ])('differs with another %s', (_, change) => expect(dedupeKeyOf({ ...webhook, ...change })).not.toBe(key));
});

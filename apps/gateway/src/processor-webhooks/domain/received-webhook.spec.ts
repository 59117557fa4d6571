import { webhookReaders } from '@payorch/connectors/webhook-readers';
import { mergedPage, pageOfLong, signatureStatus } from './received-webhook';

const now = new Date('2026-11-01T10:00:00Z');
const seconds = now.getTime() / 1_000;
const hex = 'a'.repeat(64);
const head = (headers: Record<string, string>) => ({ headers, query: {}, now });

it.each<[string, keyof typeof webhookReaders, Record<string, string>, string]>([
  ['no header', 'stripe', {}, 'no_signature'],
  ['an empty header', 'stripe', { 'stripe-signature': '' }, 'no_signature'],
  ['a header of another processor', 'stripe', { 'x-test-signature': `t=${seconds},v1=${hex}` }, 'no_signature'],
  ['no time', 'stripe', { 'stripe-signature': `v1=${hex}` }, 'malformed_signature'],
  ['no digest', 'stripe', { 'stripe-signature': `t=${seconds - 600}` }, 'malformed_signature'],
  ['an old time', 'stripe', { 'stripe-signature': `t=${seconds - 600},v1=${hex}` }, 'stale_signature'],
  ['a time to come', 'stripe', { 'stripe-signature': `t=${seconds + 600},v1=${hex}` }, 'stale_signature'],
  ['an old time', 'stripe_test', { 'x-test-signature': `t=${seconds - 600},v1=${hex}` }, 'stale_signature'],
  ['another form', 'stripe_test', { 'x-test-signature': `v1=${hex}` }, 'malformed_signature'],
  ['another form', 'adyenplatform', { hmacsignature: 'not base64' }, 'malformed_signature'],
  ['another form', 'wise', { 'x-signature-sha256': '?' }, 'malformed_signature'],
])('a webhook with %s for %s: %j is %s', (_, connector, headers, status) =>
  expect(signatureStatus(webhookReaders[connector], head(headers))).toBe(status),
);

it('a processor that cannot sign sends no signature', () =>
  expect(signatureStatus(null, head({}))).toBe('no_signature'));

describe('a page of two lists', () => {
  const at = (ms: number) => ({ at: new Date(ms) });
  /** Each list newest first, with times that mix the lists in many ways. */
  const lists = Array.from({ length: 40 }, (_, seed) => ({
    long: Array.from({ length: seed }, (_each, place) => at(10_000 - place * ((seed % 5) + 1) * 2)),
    short: Array.from({ length: (seed * 7) % 12 }, (_each, place) => at(10_001 - place * ((seed % 3) + 1) * 20)),
  }));

  it('is that of the merged list, whatever the long list is read of', () => {
    for (const { long, short } of lists) {
      const whole = [...long, ...short].sort((a, b) => b.at.getTime() - a.at.getTime());
      for (const page of [0, 1, 5, 12, 30].flatMap((offset) => [1, 4, 20].map((limit) => ({ offset, limit })))) {
        const { offset, limit } = pageOfLong(page, short.length);
        const { items, hasMore } = mergedPage(long.slice(offset, offset + limit), short, page);
        expect(items).toEqual(whole.slice(page.offset, page.offset + page.limit));
        expect(hasMore).toBe(whole.length > page.offset + page.limit);
      }
    }
  });
});

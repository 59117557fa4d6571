import type { BoundDisputeList } from '../dispute-list';
import { inconclusiveAnswers } from './inconclusive-answers';
import type { DisputeListRecordings } from './recordings';
import { asRecorded, replyOf } from './requests';

const period = { from: '2026-11-01T00:00:00.000Z', till: '2026-12-01T00:00:00.000Z', cursor: null };

/** The part of the suite for the list of disputes: a first page, a last one, and a refusal. */
export function disputeListConformance(list: BoundDisputeList, { pages }: DisputeListRecordings): void {
  describe('the list of disputes', () => {
    it('has recordings of a page before others, of the last page and of a refusal', () => {
      const shown = pages.map(({ page }) =>
        page.kind === 'failed' ? page.kind : page.next === null ? 'last' : 'more',
      );
      expect(shown).toEqual(expect.arrayContaining(['more', 'last', 'failed']));
      expect(pages.filter(({ request }) => request).map(({ query }) => query?.cursor ?? null)).toEqual(
        expect.arrayContaining([null, expect.any(String)]),
      );
    });

    it.each(pages)('$name', (recorded) => {
      const query = { ...period, ...recorded.query };
      if (recorded.request) expect(asRecorded(list.buildRequest(query))).toEqual(recorded.request);
      expect(list.buildRequest(query)).toEqual(list.buildRequest(query));
      expect(list.parseResponse(replyOf(recorded))).toEqual(recorded.page);
    });

    it.each(inconclusiveAnswers)('HTTP $status with the body $body names no disputes', (reply) => {
      expect(list.parseResponse(reply).kind).toBe('failed');
    });
  });
}

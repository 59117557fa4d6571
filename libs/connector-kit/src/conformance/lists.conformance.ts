import type { BoundList, PageQuery } from '../lists';
import { inconclusiveAnswers } from './inconclusive-answers';
import type { ListRecordings } from './recordings';
import { asRecorded, replyOf } from './requests';

/**
 * The part of the suite for a list of the processor: a first page, a last one, and a refusal, each of every kind that is listed.
 * `queries`: a query of each kind, for answers that name nothing.
 */
export function listConformance<Query extends PageQuery>(
  name: string,
  list: BoundList<Query, unknown>,
  { pages }: ListRecordings,
  queries: readonly Query[],
): void {
  describe(name, () => {
    it('has recordings of a page before others, of the last page and of a refusal', () => {
      const shown = pages.map(({ page }) =>
        page.kind === 'failed' ? page.kind : page.next === null ? 'last' : 'more',
      );
      expect(shown).toEqual(expect.arrayContaining(['more', 'last', 'failed']));
      expect(pages.filter(({ request }) => request).map(({ query }) => query.cursor)).toEqual(
        expect.arrayContaining([null, expect.any(String)]),
      );
    });

    it.each(pages)('$name', (recorded) => {
      // The schemas of the recordings are those of the queries.
      const query = recorded.query as unknown as Query;
      if (recorded.request) expect(asRecorded(list.buildRequest(query))).toEqual(recorded.request);
      expect(list.buildRequest(query)).toEqual(list.buildRequest(query));
      expect(list.parseResponse(replyOf(recorded), query)).toEqual(recorded.page);
    });

    it.each(
      queries.flatMap((query) => inconclusiveAnswers.map((reply) => [reply.status, reply.body, query, reply] as const)),
    )('HTTP %s with the body %s names nothing', (_status, _body, query, reply) => {
      expect(list.parseResponse(reply, query).kind).toBe('failed');
    });
  });
}

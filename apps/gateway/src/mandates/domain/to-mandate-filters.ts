import type { MandateFilters, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { utcText } from '@payorch/kernel';
import type { MandateListQuery } from '@payorch/rest';

const millisecond = 1;
/** Creation times have milliseconds: "after this moment" means "from the next millisecond on". */
const at = (moment: string | null | undefined, plusMs = 0): number[] => (moment ? [Date.parse(moment) + plusMs] : []);
const text = (time: number): string | null => (Number.isFinite(time) ? utcText(time) : null);

type Filters = Omit<MandateFilters, 'customerId' | 'profileId'>;

/** The intersection of all bounds; without any, everything. */
export function filtersOf(query: MandateListQuery): Filters {
  const from = [
    ...[query.created_time, query['created_time.gte']].flatMap((moment) => at(moment)),
    ...at(query['created_time.gt'], millisecond),
  ];
  const before = [
    ...[query.created_time, query['created_time.lte']].flatMap((moment) => at(moment, millisecond)),
    ...at(query['created_time.lt']),
  ];
  return {
    createdFrom: text(Math.max(...from)),
    createdBefore: text(Math.min(...before)),
    status: query.mandate_status ?? null,
    connector: query.connector ?? null,
  };
}

const usual = 10;
const most = 100;
/** Rows that a page skips are read all the same: a larger offset would make one request read a whole table. */
const furthest = 1_000_000;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const outside = (name: string, least: number, limit: number): Refusal =>
  refuse('invalid_request', { message: `${name} should be in between ${least} and ${limit}`, path: name });

export function pageOf({ limit, offset }: Pick<MandateListQuery, 'limit' | 'offset'>): Page | Refusal {
  const page = { limit: limit ?? usual, offset: offset ?? 0 };
  const refused = joinRefusals([
    page.limit < 1 || page.limit > most ? outside('limit', 1, most) : undefined,
    page.offset < 0 || page.offset > furthest ? outside('offset', 0, furthest) : undefined,
  ]);
  return refused ?? page;
}

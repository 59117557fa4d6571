import { joinRefusals, type Refusal, refuse } from '@payorch/contracts';

const usual = 10;
const most = 100;
/** Rows that a page skips are read all the same: a larger offset would make one request read a whole table. */
const furthest = 1_000_000;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const outside = (name: string, least: number, limit: number): Refusal =>
  refuse('invalid_request', { message: `${name} should be in between ${least} and ${limit}`, path: name });

/** The page that a query asks for: by default the first ten. */
export function pageOf({ limit, offset }: { readonly [Name in keyof Page]?: number | null }): Page | Refusal {
  const page = { limit: limit ?? usual, offset: offset ?? 0 };
  const refused = joinRefusals([
    page.limit < 1 || page.limit > most ? outside('limit', 1, most) : undefined,
    page.offset < 0 || page.offset > furthest ? outside('offset', 0, furthest) : undefined,
  ]);
  return refused ?? page;
}

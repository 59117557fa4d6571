import type { DataOf, paymentLinkList, Refusal } from '@payorch/contracts';
import { joinRefusals, mostLinksOfPage, refuse } from '@payorch/contracts';
import type { PaymentLinkListConstraints } from '@payorch/rest';

type Page = Pick<DataOf<typeof paymentLinkList>, 'limit' | 'offset'>;

/** Rows that a page skips are read all the same: a larger offset would make one request read a whole table. */
const furthest = 1_000_000;

const outside = (name: string, most: number): Refusal =>
  refuse('invalid_request', { message: `${name} should be in between 0 and ${most}`, path: name });

/** The interface has no limit by default: then the page is as large as one may be. */
export function pageOf({ limit, offset }: Pick<PaymentLinkListConstraints, 'limit' | 'offset'>): Page | Refusal {
  const page = { limit: limit ?? mostLinksOfPage, offset: offset ?? 0 };
  const refused = joinRefusals([
    page.limit < 0 || page.limit > mostLinksOfPage ? outside('limit', mostLinksOfPage) : undefined,
    page.offset < 0 || page.offset > furthest ? outside('offset', furthest) : undefined,
  ]);
  return refused ?? page;
}

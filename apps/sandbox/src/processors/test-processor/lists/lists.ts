import { z } from 'zod';
import type { Endpoint } from '../../../kit/calls/endpoints';
import { pageOf } from '../../../kit/objects/paging';

/** What is listed of one kind: an object with its connector and the account that made it. */
export interface Listed {
  readonly id: string;
  readonly account: string;
  readonly connector: string;
  readonly createdMs: number;
  readonly view: object;
}

export type ListName = 'payments' | 'refunds' | 'disputes' | 'payouts';

export interface ListEndpoint extends Endpoint {
  readonly list: ListName;
}

const list = (name: ListName, kind: Endpoint['kind']): ListEndpoint => ({
  method: 'GET',
  path: `lists/${name}`,
  kind,
  list: name,
});

export const listEndpoints: readonly ListEndpoint[] = [
  list('payments', 'lookup'),
  list('refunds', 'refund_lookup'),
  list('disputes', 'dispute_lookup'),
  list('payouts', 'payout_lookup'),
];

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** `starting_after`: the id of the last object of the previous page. */
export const listQuery = z.object({
  connector: z.string().min(1).max(64),
  created_from: time,
  created_till: time,
  limit: z.coerce.number().int().min(1).max(100).default(100),
  starting_after: z.string().min(1).max(128).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** One page of what an account made at a connector, the newest first. */
export function listPage(
  all: readonly Listed[],
  account: string,
  { connector, created_from: gte, created_till: lt, limit, starting_after }: ListQuery,
): { readonly data: readonly object[]; readonly has_more: boolean } {
  const own = all.filter((one) => one.account === account && one.connector === connector);
  const listed = own.map((one) => ({ id: one.id, created: one.createdMs, view: one.view }));
  const { data, has_more } = pageOf(listed, { created: { gte, lt }, limit, starting_after });
  return { data: data.map(({ view }) => view), has_more };
}

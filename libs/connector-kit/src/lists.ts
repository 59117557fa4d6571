import type { ProcessorError, ProcessorRecord, RecordKind } from '@payorch/contracts';
import type { Account, FlowName } from './flows';
import type { HttpReply, HttpRequest } from './http';
import { errorOf } from './outcomes';
import type { DisputeFact } from './webhook';

/** One page of what the processor has made at or after `from` and before `till`, ISO 8601. */
export interface PageQuery {
  readonly from: string;
  readonly till: string;
  /** The `next` of the previous page; null: the first page. */
  readonly cursor: string | null;
  /** Whose list it is, besides the account of the credentials; absent: that account's own. */
  readonly connectedAccount?: string | undefined;
}

/** Of records a page has those of one kind. */
export interface RecordQuery extends PageQuery {
  readonly kind: RecordKind;
}

/** The flow by which a connector has objects of a kind: without it, the processor has none of ours. */
export const flowOfKind: Readonly<Record<RecordKind, FlowName>> = {
  payment: 'authorize',
  refund: 'refund',
  dispute: 'disputeSync',
  payout: 'payoutFulfill',
};

/** `next`: the cursor of the next page; null: this is the last one. failed: the processor listed nothing. */
export type Page<Item> =
  | { readonly kind: 'page'; readonly items: readonly Item[]; readonly next: string | null }
  | { readonly kind: 'failed'; readonly error: ProcessorError };

/**
 * A list of the processor, as pure mappings. `parseResponse` never throws. The call moves nothing and may be sent again. An object that
 * the connector cannot read fails the whole page by name: left out, it would look like one that does not exist.
 */
export interface ProcessorList<Credentials, Query extends PageQuery, Item> {
  buildRequest(query: Query, account: Account<Credentials>): HttpRequest;
  parseResponse(reply: HttpReply, query: Query): Page<Item>;
}

export type DisputeList<Credentials> = ProcessorList<Credentials, PageQuery, DisputeFact>;

/** Payments, refunds, disputes and payouts, each where the connector has its flow (`flowOfKind`), with what moved. */
export type RecordList<Credentials> = ProcessorList<Credentials, RecordQuery, ProcessorRecord>;

/** The list of one account: the credentials are inside. */
export interface BoundList<Query extends PageQuery, Item> {
  buildRequest(query: Query): HttpRequest;
  parseResponse(reply: HttpReply, query: Query): Page<Item>;
}

export type BoundDisputeList = BoundList<PageQuery, DisputeFact>;
export type BoundRecordList = BoundList<RecordQuery, ProcessorRecord>;

export const boundList = <Credentials, Query extends PageQuery, Item>(
  list: ProcessorList<Credentials, Query, Item>,
  own: Account<Credentials>,
): BoundList<Query, Item> => ({
  buildRequest: (query) => {
    const { connectedAccount } = query;
    return list.buildRequest(query, connectedAccount === undefined ? own : { ...own, connectedAccount });
  },
  parseResponse: (reply, query) => list.parseResponse(reply, query),
});

/** An answer that is no page. */
export const failedPage = (code: string, message: string): Page<never> => ({
  kind: 'failed',
  error: errorOf(code, message),
});

export const notListed = (status: number): Page<never> =>
  failedPage(`HTTP_${status}`, 'The processor did not list what it has');

/**
 * A page of a list that is continued after the id of its last object.
 * @param itemOf null: the object is none of those that are listed; undefined: it has a status or a sum that we do not know
 */
export function pageOfObjects<Wire extends { readonly id: string }, Item>(
  { data, has_more }: { readonly data: readonly Wire[]; readonly has_more: boolean },
  itemOf: (wire: Wire) => Item | null | undefined,
): Page<Item> {
  const items: Item[] = [];
  for (const wire of data) {
    const item = itemOf(wire);
    // An object that we cannot read must not look like one that does not exist.
    if (item === undefined)
      return failedPage('UNSEEN_STATUS', `The processor lists ${wire.id} with a status or a sum that we do not know`);
    if (item !== null) items.push(item);
  }
  const next = has_more ? data.at(-1)?.id : null;
  if (next === undefined) return failedPage('NOT_LISTED', 'The processor lists nothing before its next page');
  return { kind: 'page', items, next };
}

import type { ProcessorError } from '@payorch/contracts';
import type { Account } from './flows';
import type { HttpReply, HttpRequest } from './http';
import type { DisputeFact } from './webhook';

/** One page of the disputes that the processor opened at or after `from` and before `till`, ISO 8601. */
export interface DisputePageQuery {
  readonly from: string;
  readonly till: string;
  /** The `next` of the previous page; null: the first page. */
  readonly cursor: string | null;
}

/** `next`: the cursor of the next page; null: this is the last one. failed: the processor named no disputes. */
export type DisputePage =
  | { readonly kind: 'page'; readonly disputes: readonly DisputeFact[]; readonly next: string | null }
  | { readonly kind: 'failed'; readonly error: ProcessorError };

/** The processor's list of disputes, as pure mappings. `parseResponse` never throws. It moves nothing and may be sent again. */
export interface DisputeList<Credentials> {
  buildRequest(query: DisputePageQuery, account: Account<Credentials>): HttpRequest;
  parseResponse(reply: HttpReply): DisputePage;
}

/** The list of one account: the credentials are inside. */
export interface BoundDisputeList {
  buildRequest(query: DisputePageQuery): HttpRequest;
  parseResponse(reply: HttpReply): DisputePage;
}

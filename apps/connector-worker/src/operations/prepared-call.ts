import type { Outcome } from '@payorch/contracts';
import type { Found, HttpReply, HttpRequest, PreliminaryAnswer } from '@payorch/connector-kit';

/** A call that the operation needs first. */
export interface PreparedPreliminary {
  readonly name: string;
  /** Undefined if the connector fails to build the request. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply): PreliminaryAnswer;
}

/** A call with its decrypted data, in memory only. */
export interface PreparedCall {
  /** In order. */
  readonly before: readonly PreparedPreliminary[];
  /** Undefined if the connector fails to build the request. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply, found: Found): Outcome;
}

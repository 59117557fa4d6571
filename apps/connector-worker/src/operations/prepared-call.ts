import type { Outcome } from '@payorch/contracts';
import type { Found, HttpReply, HttpRequest, PreliminaryAnswer } from '@payorch/connector-kit';

/** A call that has to go first. */
export interface PreparedPreliminary {
  readonly name: string;
  /** Undefined where the connector fails to build it. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply): PreliminaryAnswer;
}

/** Everything that one call needs, in memory only. */
export interface PreparedCall {
  /** In order. */
  readonly before: readonly PreparedPreliminary[];
  /** Undefined where the connector fails to build it. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply, found: Found): Outcome;
}

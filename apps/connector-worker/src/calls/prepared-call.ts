import type { Outcome } from '@payorch/contracts';
import type { Found, HttpReply, HttpRequest, PreliminaryAnswer } from '@payorch/connector-kit';

/** A call that the operation needs first. */
export interface PreparedPreliminary {
  readonly name: string;
  /** Undefined if the connector fails to build the request. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply): PreliminaryAnswer;
}

/** A step before the call that is no call of the processor. It cannot fail: its result says what is sent then. */
export interface OwnStep {
  readonly name: string;
  run(withinMs: number): Promise<string>;
}

/** A call with its decrypted data, in memory only. */
export interface PreparedCall {
  /** In order. */
  readonly before: readonly (PreparedPreliminary | OwnStep)[];
  /** Undefined if the connector fails to build the request. */
  request(found: Found): HttpRequest | undefined;
  read(reply: HttpReply, found: Found): Outcome;
}

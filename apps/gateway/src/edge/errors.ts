import type { Refusal } from '@payorch/contracts';

/** A refusal on its way out of a controller: the filter renders it as the wire's error body. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusalError';
  }
}

export interface WireResponse {
  readonly status: number;
  /** Its content type. */
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is known before the request is handled: it goes out as it is. */
export class StoredResponse extends Error {
  constructor(readonly response: WireResponse) {
    super('answered before');
    this.name = 'StoredResponse';
  }
}

/** A body that is no JSON, or does not fit its type: 400 with `error_type` in place of `type`. */
export class BodyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BodyError';
  }
}

/** A query string that does not fit: 400 in plain text. */
export class QueryError extends Error {
  constructor(detail: string) {
    super(`Query deserialize error: ${detail}`);
    this.name = 'QueryError';
  }
}

export const contentTypeError = (): BodyError => new BodyError('Content type error');

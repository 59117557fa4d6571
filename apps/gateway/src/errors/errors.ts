import type { Refusal } from '@payorch/contracts';

/** A refusal that a handler throws: the filter renders it as an error body. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusalError';
  }
}

export interface WireResponse {
  readonly status: number;
  /** The content type. */
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that is known before the handler runs: the filter sends it unchanged. */
export class StoredResponse extends Error {
  constructor(readonly response: WireResponse) {
    super('the response is known');
    this.name = 'StoredResponse';
  }
}

/** A body that is not JSON or does not match its type: 400 with `error_type` instead of `type`. */
export class BodyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BodyError';
  }
}

/** An invalid query string: 400 in plain text. */
export class QueryError extends Error {
  constructor(detail: string) {
    super(`Query deserialize error: ${detail}`);
    this.name = 'QueryError';
  }
}

export const contentTypeError = (): BodyError => new BodyError('Content type error');

import { type FieldProblem, isRefusal, type Refusal } from '@payorch/contracts';

/** The result as `view` renders it; a refusal passes unchanged. */
export const viewOf = <T, View>(result: T | Refusal, view: (result: T) => View): View | Refusal =>
  isRefusal(result) ? result : view(result);

/**
 * A refusal that cannot be returned: from guards, pipes and hooks, and where the database or Redis is away. Services
 * and handlers return refusals as values.
 */
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

/** A body that is not JSON or does not match its type: 400 with `error_type` instead of `type`, unless a rule refuses it. */
export class BodyError extends Error {
  constructor(
    message: string,
    /** Every problem of the body, the one of the message first. */
    readonly fields: readonly FieldProblem[] = [],
    readonly by: 'parser' | 'rule' = 'parser',
  ) {
    super(message);
    this.name = 'BodyError';
  }
}

/** An invalid query string: 400 in plain text, with the list of problems in the last line. */
export class QueryError extends Error {
  constructor(
    detail: string,
    /** Every problem of the query string, the one of the message first. */
    readonly fields: readonly FieldProblem[],
  ) {
    super(`Query deserialize error: ${detail}`);
    this.name = 'QueryError';
  }
}

export const contentTypeError = (): BodyError => new BodyError('Content type error');

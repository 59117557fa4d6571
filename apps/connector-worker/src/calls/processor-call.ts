import type { Outcome } from '@payorch/contracts';
import type { HttpReply, HttpRequest } from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import type { CallOptions, ConnectorHttp, NotSentCause, UnknownCause } from '@payorch/platform/http';
import { shareOfFlow } from './share-of';
import { unknownBecause } from '../domain/outcomes';

export interface CallTimes {
  readonly callTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

/** The account and flow of a call. `mayWrite` is called right before the first byte; `withinMs` shortens the timeout. */
export type CallBy = Pick<CallOptions, 'account' | 'connector' | 'flow'> & {
  readonly mayWrite?: () => boolean;
  readonly withinMs?: number;
};

export type Called =
  | { readonly kind: 'reply'; readonly reply: HttpReply }
  | { readonly kind: 'failed'; readonly outcome: Outcome };

const errorMessages: Readonly<Record<NotSentCause | UnknownCause, string>> = {
  dns_failed: 'The name of the processor could not be resolved',
  connection_refused: 'The processor refused the connection',
  connect_timeout: 'No connection to the processor came about in time',
  connect_failed: 'No connection to the processor came about',
  tls_failed: 'No secure connection to the processor came about',
  gave_up_before_write: 'The call was given up before anything was sent',
  request_invalid: 'The request could not be sent in this form',
  timeout: 'The processor did not answer in time',
  stalled: 'This worker was too busy to read the answer of the processor in time',
  connection_lost: 'The connection broke before the processor answered',
  response_truncated: 'The connection broke within the answer of the processor',
  response_too_large: 'The answer of the processor is too large to be read',
  response_unreadable: 'The answer of the processor could not be read',
};

/** No byte was sent. If the claim went stale, the outcome is unknown all the same: another worker may have sent the operation. */
function notSentBy(cause: NotSentCause): Outcome {
  if (cause === 'gave_up_before_write') return unknownBecause('CLAIM_STALE');
  const error = { code: cause.toUpperCase(), message: errorMessages[cause], reason: null };
  return { kind: 'not_sent', error, retry: cause === 'request_invalid' ? 'never' : 'another_account' };
}

/** Calls processors: returns a whole answer, or the outcome that a failed call means. */
export class ProcessorCall {
  constructor(
    private readonly http: Pick<ConnectorHttp, 'send'>,
    private readonly times: CallTimes,
  ) {}

  async send(request: HttpRequest, { withinMs = Infinity, ...by }: CallBy): Promise<Called> {
    const { callTimeoutMs, connectTimeoutMs } = this.times;
    const timeoutMs = Math.min(callTimeoutMs, withinMs);
    const result = await this.http.send(request, { ...by, share: shareOfFlow(by.flow), timeoutMs, connectTimeoutMs });
    switch (result.kind) {
      case 'response':
        return {
          kind: 'reply',
          reply: { status: result.status, headers: result.headers, body: result.body.toString('utf8') },
        };
      case 'not_sent':
        return { kind: 'failed', outcome: notSentBy(result.cause) };
      case 'unknown':
        return { kind: 'failed', outcome: unknown(result.cause.toUpperCase(), errorMessages[result.cause]) };
    }
  }
}

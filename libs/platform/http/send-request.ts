import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A call as data: the URL is absolute, the body complete. */
export interface RequestToSend {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
}

/** Proof that no byte of the request was sent. */
export type NotSentCause =
  | 'dns_failed'
  | 'connection_refused'
  | 'connect_timeout'
  | 'connect_failed'
  | 'tls_failed'
  | 'gave_up_before_write'
  | 'request_invalid';

/** Any other incomplete response: the processor may have acted. `stalled`: this process itself did not run. */
export type UnknownCause =
  | 'timeout'
  | 'stalled'
  | 'connection_lost'
  | 'response_truncated'
  | 'response_too_large'
  | 'response_unreadable';

export type SendResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Names in lower case; repeated headers joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  | { readonly kind: 'not_sent'; readonly cause: NotSentCause }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

export interface CarryLimits {
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly mayWrite: () => boolean;
}

interface Fields {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
}

const fieldsOf = (error: unknown): Fields => (typeof error === 'object' && error !== null ? error : {});

const codeOf = (error: unknown): string => {
  const { code, cause } = fieldsOf(error);
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause);
};

/** Why no connection was established. The text is for people; not_sent is certain without it. */
export function notSentCause(error: unknown): NotSentCause {
  // All addresses failed: report the error of the first one.
  const { errors, message } = fieldsOf(error);
  if (Array.isArray(errors) && errors.length > 0) return notSentCause(errors[0]);
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') return 'dns_failed';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect_timeout';
  if (code === 'UND_ERR_INVALID_ARG') return 'request_invalid';
  const isTls =
    /TLS|SSL|CERT|ERR_TLS|EPROTO|SELF_SIGNED|UNABLE_TO_/.test(code) || /TLS|certificate/i.test(String(message));
  return isTls ? 'tls_failed' : 'connect_failed';
}

/** The error after the write began. */
export function unknownCause(error: unknown, answering: boolean): UnknownCause {
  if (answering) return 'response_truncated';
  return fieldsOf(error).name === 'HTTPParserError' ? 'response_unreadable' : 'connection_lost';
}

const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** A timer that fires this late shows that this process did not run; it says nothing about the processor. */
const stallMs = 250;

/**
 * Runs `then` after `ms`; after a stall it waits one more turn of the event loop, in which the data that has arrived
 * meanwhile is read.
 */
function timer(ms: number, then: (isLate: boolean) => void): NodeJS.Timeout {
  const dueAt = performance.now() + ms;
  return setTimeout(() => {
    const isLate = performance.now() - dueAt > stallMs;
    if (isLate) setImmediate(() => then(true));
    else then(false);
  }, ms);
}

/** Aborts a call from our side; the code only checks that a reason exists. */
const abandoned = new Error('the call is over');

/**
 * One request over one connection. The client calls `onRequestStart` immediately before it writes the first byte: a
 * failure before that is not_sent, a failure after that is unknown, whatever its error code says.
 */
class RequestHandler implements Dispatcher.DispatchHandler {
  #began = false;
  #over = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(
    private readonly limits: CarryLimits,
    private readonly settle: (result: SendResult) => void,
  ) {
    const { connectTimeoutMs, timeoutMs } = limits;
    this.#timers = [
      timer(connectTimeoutMs, () => this.#whenConnectTakesTooLong()),
      timer(timeoutMs, (isLate) => this.#end({ kind: 'unknown', cause: isLate ? 'stalled' : 'timeout' })),
    ];
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was abandoned while it waited for its connection: do not write it now. Nor a second time: the client may
    // retry when a connection closes under it.
    if (this.#over) controller.abort(abandoned);
    else if (this.#began) this.#end({ kind: 'unknown', cause: 'connection_lost' });
    else if (!this.limits.mayWrite()) this.#end({ kind: 'not_sent', cause: 'gave_up_before_write' });
    else this.#began = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.limits.maxBodyBytes) this.#end({ kind: 'unknown', cause: 'response_too_large' });
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === undefined) return this.#end({ kind: 'unknown', cause: 'response_unreadable' });
    this.#end({
      kind: 'response',
      status: this.#status,
      headers: joined(this.#headers),
      body: Buffer.concat(this.#chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end(
      this.#began
        ? { kind: 'unknown', cause: unknownCause(error, this.#status !== undefined) }
        : { kind: 'not_sent', cause: notSentCause(error) },
    );
  }

  #whenConnectTakesTooLong(): void {
    if (!this.#began) this.#end({ kind: 'not_sent', cause: 'connect_timeout' });
  }

  #end(result: SendResult): void {
    if (this.#over) return;
    this.#over = true;
    for (const one of this.#timers) clearTimeout(one);
    // Nothing was written yet: the timeout of the whole call may also expire before the connection exists.
    const isUnsent = !this.#began && result.kind === 'unknown';
    this.settle(isUnsent ? { kind: 'not_sent', cause: 'connect_timeout' } : result);
    if (result.kind !== 'response') this.#controller?.abort(abandoned);
  }
}

/** Sends one request through the pool; always resolves, exactly once, with what is known. */
export function sendRequest(
  pool: Dispatcher,
  url: URL,
  request: RequestToSend,
  limits: CarryLimits,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const carriage = new RequestHandler(limits, resolve);
    try {
      pool.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: { ...request.headers },
          body: request.body ?? null,
          idempotent: false,
        },
        carriage,
      );
    } catch (error) {
      carriage.onResponseError(null, error as Error);
    }
  });
}

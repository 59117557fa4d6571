import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A call as data: the URL is absolute, the body ready to be written. */
export interface CarriedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
}

/** Proof that no byte of the request left us. */
export type NotSentCause =
  | 'dns_failed'
  | 'connection_refused'
  | 'connect_timeout'
  | 'connect_failed'
  | 'tls_failed'
  | 'gave_up_before_write'
  | 'request_invalid';

/** Everything else that is no whole answer: the processor may have acted. `stalled` is this process's own silence. */
export type UnknownCause =
  'timeout' | 'stalled' | 'connection_lost' | 'response_truncated' | 'response_too_large' | 'response_unreadable';

export type Carried =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Names in lower case; repeated ones joined by a comma. */
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

/** Why there was no connection to write to. The words are for people; that nothing was sent is known without them. */
export function notSentCause(error: unknown): NotSentCause {
  // Several addresses were tried: all failed, the first speaks for them.
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

/** What broke after the write began. */
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

/** A timer that fires so late tells that this process stood still, and nothing of the processor. */
const stallMs = 250;

/** Runs `then` in time; after a stall one turn of the event loop later, in which what has arrived meanwhile is read. */
function timer(ms: number, then: (isLate: boolean) => void): NodeJS.Timeout {
  const dueAt = performance.now() + ms;
  return setTimeout(() => {
    const isLate = performance.now() - dueAt > stallMs;
    if (isLate) setImmediate(() => then(true));
    else then(false);
  }, ms);
}

/** Ends a call from our side; the reason is never read, only that there is one. */
const abandoned = new Error('the call is over');

/**
 * One request over one connection. The client says `onRequestStart` before it writes the first byte and not earlier: what
 * fails before was not sent, what fails after is unknown, whatever its error code says.
 */
class Carriage implements Dispatcher.DispatchHandler {
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
    private readonly settle: (result: Carried) => void,
  ) {
    const { connectTimeoutMs, timeoutMs } = limits;
    this.#timers = [
      timer(connectTimeoutMs, () => this.#whenConnectTakesTooLong()),
      timer(timeoutMs, (isLate) => this.#end({ kind: 'unknown', cause: isLate ? 'stalled' : 'timeout' })),
    ];
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Given up while it waited for its connection: it must not be written now. Nor a second time, for which the client has
    // reasons of its own when a connection closes under it.
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

  #end(result: Carried): void {
    if (this.#over) return;
    this.#over = true;
    for (const one of this.#timers) clearTimeout(one);
    // Nothing was written yet: also the whole call's time can be over before its connection stands.
    const isUnsent = !this.#began && result.kind === 'unknown';
    this.settle(isUnsent ? { kind: 'not_sent', cause: 'connect_timeout' } : result);
    if (result.kind !== 'response') this.#controller?.abort(abandoned);
  }
}

/** Carries one request through the pool; resolves always, once, with what is known. */
export function carry(pool: Dispatcher, url: URL, request: CarriedRequest, limits: CarryLimits): Promise<Carried> {
  return new Promise((resolve) => {
    const carriage = new Carriage(limits, resolve);
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

import { metrics as processMetrics, redactText, type Metrics } from '@payorch/platform/telemetry';
import { isTracing } from '@payorch/platform/tracing';
import { Pool } from 'undici';
import { AccountGates, type Share } from './account-gate';
import { callEnded, callSpan } from './call-span';
import type { CallHealth } from './circuit-breaker';
import { sendRequest, type SendResult, type RequestToSend } from './send-request';
import { maskBody, maskHeaders, maskUrl, type RecordedExchange } from './exchange';

export type { RequestToSend, NotSentCause, UnknownCause } from './send-request';

/** The labels of a call: breakers are per account and share, metrics per connector and flow. */
export interface CallOptions {
  readonly account: string;
  readonly share: Share;
  readonly connector: string;
  readonly flow: string;
  /** Limit for name resolution, TCP and TLS together; at most, and by default, the executor's own limit. */
  readonly connectTimeoutMs?: number;
  /** Limit for the whole call, including its connection; default 30 s. */
  readonly timeoutMs?: number;
  /** Checked right before the first byte is written: returns false when the lease has expired. */
  readonly mayWrite?: () => boolean;
}

/**
 * The result of a call; only `not_sent` proves that the processor has nothing. The masked record is made on demand:
 * masking a long response takes longer than reading it.
 */
export type CallResult = SendResult & { readonly exchange: () => RecordedExchange };

export interface ConnectorHttpOptions {
  /** Records how the calls of an account end. An operation with a place at the gate may call. */
  readonly gates?: AccountGates;
  readonly metrics?: Pick<Metrics, 'observeConnectorCall' | 'countCredentialsRefused'>;
  /** Default 3 s. */
  readonly connectTimeoutMs?: number;
  /**
   * Maximum body length; default 1 MiB. A longer response is unknown: a partial body must not be taken for the whole.
   */
  readonly maxBodyBytes?: number;
}

const mebibyte = 1_048_576;

/** The breaker counts unanswered calls. A 5xx leaves the outcome as uncertain as a timeout does. */
function healthOf(result: SendResult): CallHealth {
  if (result.kind === 'not_sent' || (result.kind === 'unknown' && result.cause === 'stalled')) return 'none';
  return result.kind === 'unknown' || result.status >= 500 ? 'unknown' : 'answered';
}

/** Processors answer so to a wrong or expired key (401), and to a key without the right for this call (403). */
const hasRefusedCredentials = (result: SendResult): boolean =>
  result.kind === 'response' && (result.status === 401 || result.status === 403);

function recordOf(request: RequestToSend, result: SendResult, startedAt: Date, tookMs: number): RecordedExchange {
  const contentType = (headers: Readonly<Record<string, string>>): string =>
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    request: {
      method: request.method,
      url: maskUrl(request.url),
      headers: maskHeaders(request.headers),
      body: maskBody(contentType(request.headers), request.body?.toString() ?? ''),
    },
    response:
      result.kind === 'response'
        ? {
            status: result.status,
            headers: maskHeaders(result.headers),
            body: maskBody(contentType(result.headers), result.body.toString('utf8')),
          }
        : { failed: redactText(`${result.kind}: ${result.cause}`) },
    startedAt,
    tookMs,
  };
}

/**
 * The only way to call a processor. Never retries, never follows a redirect, and reports the end of each call to the
 * gate of the account. The gate admits whole operations before they are claimed: every call requested here is sent.
 */
export class ConnectorHttp {
  readonly #pools = new Map<string, Pool>();
  readonly #gates: AccountGates;
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #options: ConnectorHttpOptions;
  readonly #connectTimeoutMs: number;

  constructor(options: ConnectorHttpOptions = {}) {
    this.#options = options;
    this.#gates = options.gates ?? new AccountGates();
    this.#connectTimeoutMs = options.connectTimeoutMs ?? 3_000;
  }

  send(request: RequestToSend, options: CallOptions): Promise<CallResult> {
    if (!isTracing()) return this.#measured(request, options);
    return callSpan(request, options).run(() => this.#measured(request, options), callEnded);
  }

  async #measured(request: RequestToSend, options: CallOptions): Promise<CallResult> {
    const startedAt = new Date();
    const start = performance.now();
    const calling = this.#reported(request, options);
    this.#inFlight.add(calling);
    const result = await calling.finally(() => this.#inFlight.delete(calling));
    const tookMs = performance.now() - start;
    const { connector, flow } = options;
    const { metrics = processMetrics } = this.#options;
    metrics.observeConnectorCall({ connector, flow, outcome: result.kind }, tookMs / 1_000);
    if (hasRefusedCredentials(result)) metrics.countCredentialsRefused(connector);
    return { ...result, exchange: () => recordOf(request, result, startedAt, Math.round(tookMs)) };
  }

  /** Waits for calls in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  async #reported(request: RequestToSend, options: CallOptions): Promise<SendResult> {
    const call = this.#gates.of(options.account, options.connector).call(options.share, performance.now());
    const result = await this.#send(request, options);
    call.ended(healthOf(result), performance.now());
    return result;
  }

  #send(request: RequestToSend, options: CallOptions): Promise<SendResult> {
    const { connectTimeoutMs = this.#connectTimeoutMs, timeoutMs = 30_000, mayWrite = () => true } = options;
    const { maxBodyBytes = mebibyte } = this.#options;
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
      return Promise.resolve({ kind: 'not_sent', cause: 'request_invalid' });
    return sendRequest(this.#poolOf(url.origin), url, request, { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite });
  }

  /**
   * Timeouts are ours (`send-request.ts`), exact for each call. The pool's own timers are coarse: one remains, to remove dead
   * connects.
   */
  #poolOf(origin: string): Pool {
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, {
        pipelining: 1,
        connections: null,
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4_000,
        keepAliveMaxTimeout: 60_000,
        allowH2: false,
        connect: { timeout: this.#connectTimeoutMs + 1_000 },
      });
      this.#pools.set(origin, pool);
    }
    return pool;
  }
}

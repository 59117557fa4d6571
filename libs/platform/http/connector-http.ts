import { metrics as processMetrics, redactText, type Metrics } from '@payorch/platform/telemetry';
import { Pool } from 'undici';
import { AccountGates, type Share } from './account-gate';
import type { CallHealth } from './circuit-breaker';
import { carry, type Carried, type CarriedRequest } from './carry';
import { maskBody, maskHeaders, maskUrl, type RecordedExchange } from './exchange';

export type { CarriedRequest, NotSentCause, UnknownCause } from './carry';

/** Whose call it is: breakers are per account and share, metrics per connector and flow. */
export interface CallOptions {
  readonly account: string;
  readonly share: Share;
  readonly connector: string;
  readonly flow: string;
  /** Name resolution, TCP and TLS together; at most, and by default, what the executor was made with. */
  readonly connectTimeoutMs?: number;
  /** The whole call, its connection included; default 30 s. */
  readonly timeoutMs?: number;
  /** Asked right before the first byte is written, for the last time: a lease that is over says no. */
  readonly mayWrite?: () => boolean;
}

/**
 * What is known of a call afterwards; only `not_sent` proves that the processor has nothing. Its masked record is made when it
 * is asked for: masking a long answer takes longer than reading it.
 */
export type CallResult = Carried & { readonly exchange: () => RecordedExchange };

export interface ConnectorHttpOptions {
  /** Hears how the calls of an account go. Whoever holds a place there may call. */
  readonly gates?: AccountGates;
  readonly metrics?: Pick<Metrics, 'observeConnectorCall'>;
  /** Default 3 s. */
  readonly connectTimeoutMs?: number;
  /** Longest body that is read; default 1 MiB. A longer answer is unknown: half of it must not be taken for all. */
  readonly maxBodyBytes?: number;
}

const mebibyte = 1_048_576;

/** The processor's silence is what the breaker counts. A 5xx leaves us as unsure as a timeout does. */
function healthOf(result: Carried): CallHealth {
  if (result.kind === 'not_sent' || (result.kind === 'unknown' && result.cause === 'stalled')) return 'none';
  return result.kind === 'unknown' || result.status >= 500 ? 'unknown' : 'answered';
}

function recordOf(request: CarriedRequest, result: Carried, startedAt: Date, tookMs: number): RecordedExchange {
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
 * The one way to a processor. It never retries and never follows a redirect, and reports to the account's gate how each call
 * went. The gate admits whole operations, before they are claimed: a call that is asked for here goes out.
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

  async send(request: CarriedRequest, options: CallOptions): Promise<CallResult> {
    const startedAt = new Date();
    const start = performance.now();
    const calling = this.#reported(request, options);
    this.#inFlight.add(calling);
    const result = await calling.finally(() => this.#inFlight.delete(calling));
    const tookMs = performance.now() - start;
    const { connector, flow } = options;
    const { metrics = processMetrics } = this.#options;
    metrics.observeConnectorCall({ connector, flow, outcome: result.kind }, tookMs / 1_000);
    return { ...result, exchange: () => recordOf(request, result, startedAt, Math.round(tookMs)) };
  }

  /** Waits for what is in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  async #reported(request: CarriedRequest, options: CallOptions): Promise<Carried> {
    const call = this.#gates.of(options.account, options.connector).call(options.share, performance.now());
    const result = await this.#carried(request, options);
    call.ended(healthOf(result), performance.now());
    return result;
  }

  #carried(request: CarriedRequest, options: CallOptions): Promise<Carried> {
    const { connectTimeoutMs = this.#connectTimeoutMs, timeoutMs = 30_000, mayWrite = () => true } = options;
    const { maxBodyBytes = mebibyte } = this.#options;
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
      return Promise.resolve({ kind: 'not_sent', cause: 'request_invalid' });
    return carry(this.#poolOf(url.origin), url, request, { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite });
  }

  /** Timeouts are ours (`carry.ts`), exact to the call. The pool's own are coarse: one only, to clear away dead connects. */
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

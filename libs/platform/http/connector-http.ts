import { metrics as processMetrics, redactText, type Metrics } from '@payorch/platform/telemetry';
import { Pool } from 'undici';
import { AccountGate, defaultGatePolicy, type GatePolicy } from './account-gate';
import type { BreakerState, CallHealth } from './circuit-breaker';
import { carry, type Carried, type CarriedRequest } from './carry';
import { maskBody, maskHeaders, maskUrl, type RecordedExchange } from './exchange';

export type { CarriedRequest, NotSentCause, UnknownCause } from './carry';

/** Whose call it is: gates are per account, metrics per connector and flow. */
export interface CallOptions {
  readonly account: string;
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
  readonly gate?: GatePolicy;
  readonly metrics?: Pick<Metrics, 'observeConnectorCall'>;
  /** Default 3 s. */
  readonly connectTimeoutMs?: number;
  /** Longest body that is read; default 1 MiB. A longer answer is unknown: half of it must not be taken for all. */
  readonly maxBodyBytes?: number;
}

const mebibyte = 1_048_576;

/** No clear answer: what the breaker counts. A 5xx leaves us as unsure as a timeout does. */
function healthOf(result: Carried): CallHealth {
  if (result.kind === 'not_sent') return 'none';
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
 * The one way to a processor. It never retries and never follows a redirect; per account it caps what is in flight and stops
 * calling for a while when answers stay away.
 */
export class ConnectorHttp {
  readonly #pools = new Map<string, Pool>();
  readonly #gates = new Map<string, AccountGate>();
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #options: ConnectorHttpOptions;
  readonly #connectTimeoutMs: number;

  constructor(options: ConnectorHttpOptions = {}) {
    this.#options = options;
    this.#connectTimeoutMs = options.connectTimeoutMs ?? 3_000;
  }

  async send(request: CarriedRequest, options: CallOptions): Promise<CallResult> {
    const startedAt = new Date();
    const start = performance.now();
    const calling = this.#throughGate(request, options);
    this.#inFlight.add(calling);
    const result = await calling.finally(() => this.#inFlight.delete(calling));
    const tookMs = performance.now() - start;
    const { connector, flow } = options;
    const { metrics = processMetrics } = this.#options;
    metrics.observeConnectorCall({ connector, flow, outcome: result.kind }, tookMs / 1_000);
    return { ...result, exchange: () => recordOf(request, result, startedAt, Math.round(tookMs)) };
  }

  /** What the console shows of each account that has been called. */
  describeGates(): Record<string, { readonly inFlight: number; readonly breaker: BreakerState }> {
    const now = performance.now();
    return Object.fromEntries([...this.#gates].map(([account, gate]) => [account, gate.describe(now)]));
  }

  /** Waits for what is in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  async #throughGate(request: CarriedRequest, options: CallOptions): Promise<Carried> {
    const entry = this.#gateOf(options.account).enter(performance.now());
    if (entry.kind === 'refused') return { kind: 'not_sent', cause: entry.cause };
    const { connectTimeoutMs = this.#connectTimeoutMs, timeoutMs = 30_000, mayWrite = () => true } = options;
    const { maxBodyBytes = mebibyte } = this.#options;
    const limits = { connectTimeoutMs, timeoutMs, maxBodyBytes, mayWrite };
    // Whatever happens the place is given back: a gate that leaks places shuts an account for good.
    let result: Carried = { kind: 'not_sent', cause: 'request_invalid' };
    try {
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
      if (url?.protocol === 'https:' || url?.protocol === 'http:')
        result = await carry(this.#poolOf(url.origin), url, request, limits);
      return result;
    } finally {
      entry.leave(healthOf(result), performance.now());
    }
  }

  #gateOf(account: string): AccountGate {
    let gate = this.#gates.get(account);
    if (gate === undefined) {
      gate = new AccountGate(this.#options.gate ?? defaultGatePolicy);
      this.#gates.set(account, gate);
    }
    return gate;
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

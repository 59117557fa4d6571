import type { Clock } from '@payorch/kernel';
import { checkUrl, guardedConnector, type EgressPolicy, type Resolve } from '@payorch/platform/egress';
import { Agent } from 'undici';
import type { AttemptResult } from '../domain/decide/after-attempt';
import { retryAfterMs } from '../domain/decide/after-attempt';
import { requestHeaders } from '../domain/request-headers';
import type { Delivery } from '../domain/delivery';
import type { Receiver } from './receiver';
import { maskedRequestHeaders, maskedResponseHeaders, storedResponseBody } from './stored-exchange';

export interface SenderOptions {
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  /** Timeout of the whole attempt. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Limit of the bytes of an answer that are stored. */
  readonly storedBytes: number;
  readonly resolve?: Resolve;
}

/** Limit of bytes read from a response; the connection closes beyond it. */
const maxResponseBytes = 65_536;

/** The start of an answer. One that breaks off or never ends is what arrived of it. */
async function startOf(body: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < bytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxResponseBytes) break;
    }
  } catch {
    // The status decides.
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

const failed = (error: string): AttemptResult => ({ status: null, error, retryAfterMs: null });

/** The outermost message of an error; a client library may wrap the cause in an error without one. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown fault';
  return error.message || (error.cause instanceof Error ? error.cause.message : error.name);
};

/** Makes one attempt over HTTP. Every failure of the endpoint or the network is a result, never an exception. */
export class WebhookSender {
  private readonly agent: Agent;

  constructor(private readonly options: SenderOptions) {
    const { policy, connectTimeoutMs, timeoutMs, resolve } = options;
    this.agent = new Agent({
      connect: guardedConnector(policy, connectTimeoutMs, resolve),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 4_000,
    });
  }

  /** `withinMs`: the timeout of this attempt, where it is shorter. */
  async send(
    delivery: Pick<Delivery, 'eventId' | 'body'>,
    receiver: Receiver | undefined,
    withinMs: number = this.options.timeoutMs,
  ): Promise<AttemptResult> {
    if (!receiver) return failed('the profile has no such webhook endpoint');
    const checked = checkUrl(receiver.url, this.options.policy);
    if (!checked.ok) return failed(checked.reason);
    const { eventId, body } = delivery;
    const { key, previousKey = null, customHeaders } = receiver;
    const headers = requestHeaders({
      eventId,
      body,
      sentAt: this.options.clock.now(),
      key,
      previousKey,
      customHeaders,
    });
    try {
      return await this.post(checked.url, { body, headers }, Math.min(withinMs, this.options.timeoutMs));
    } catch (error) {
      return {
        ...failed(reasonOf(error)),
        exchange: { requestHeaders: maskedRequestHeaders(headers), response: null },
      };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async post(
    url: URL,
    { body, headers: sent }: { readonly body: Buffer; readonly headers: Record<string, string> },
    withinMs: number,
  ): Promise<AttemptResult> {
    const { clock, storedBytes } = this.options;
    // A redirect counts as a response; the agent does not follow it.
    const {
      statusCode,
      headers,
      body: response,
    } = await this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: sent,
      body,
      signal: AbortSignal.timeout(withinMs),
    });
    const start = await startOf(response, storedBytes);
    return {
      status: statusCode,
      error: statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode}`,
      retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
      exchange: {
        requestHeaders: maskedRequestHeaders(sent),
        response: { headers: maskedResponseHeaders(headers), body: storedResponseBody(start) },
      },
    };
  }
}

import type { Clock } from '@payorch/kernel';
import { checkUrl, guardedConnector, type EgressPolicy, type Resolve } from '@payorch/platform/egress';
import { Agent } from 'undici';
import type { AttemptResult } from '../domain/decide/after-attempt';
import { retryAfterMs } from '../domain/decide/after-attempt';
import { requestHeaders } from '../domain/request-headers';
import type { Delivery } from '../domain/delivery';
import type { Receiver } from './receiver';

export interface SenderOptions {
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  /** Timeout of the whole attempt. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly resolve?: Resolve;
}

/** Limit of bytes read from a response; the connection closes beyond it. */
const maxResponseBytes = 65_536;

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
    if (!receiver) return failed('the profile has no webhook URL');
    const checked = checkUrl(receiver.url, this.options.policy);
    if (!checked.ok) return failed(checked.reason);
    try {
      return await this.post(checked.url, delivery, receiver, Math.min(withinMs, this.options.timeoutMs));
    } catch (error) {
      return failed(reasonOf(error));
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async post(
    url: URL,
    { eventId, body }: Pick<Delivery, 'eventId' | 'body'>,
    receiver: Receiver,
    withinMs: number,
  ): Promise<AttemptResult> {
    const { clock } = this.options;
    const { key, customHeaders } = receiver;
    // A redirect counts as a response; the agent does not follow it.
    const {
      statusCode,
      headers,
      body: response,
    } = await this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: requestHeaders({ eventId, body, sentAt: clock.now(), key, customHeaders }),
      body,
      signal: AbortSignal.timeout(withinMs),
    });
    // The status decides; a body that breaks off or never ends does not change the result.
    await response.dump({ limit: maxResponseBytes }).catch(() => undefined);
    return {
      status: statusCode,
      error: statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode}`,
      retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
    };
  }
}

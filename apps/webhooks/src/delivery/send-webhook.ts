import type { Clock } from '@payorch/kernel';
import { checkUrl, guardedConnector, type EgressPolicy, type Resolve } from '@payorch/platform/egress';
import { Agent } from 'undici';
import type { TryResult } from '../domain/decide/after-try';
import { retryAfterMs } from '../domain/decide/after-try';
import { requestHeaders } from '../domain/request-headers';
import type { Delivery } from './delivery';
import type { Receiver } from './receiver';

export interface SenderOptions {
  readonly policy: EgressPolicy;
  readonly connectTimeoutMs: number;
  /** Of the whole try. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly resolve?: Resolve;
}

/** More than that of an answer is nobody's business: the connection is closed. */
const answerBytes = 65_536;

const failed = (error: string): TryResult => ({ status: null, error, retryAfterMs: null });

/** The outermost words of a fault; a client library tends to wrap the cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown fault';
  return error.message || (error.cause instanceof Error ? error.cause.message : error.name);
};

/** Carries one try over HTTP. Whatever happens out there is a result, never a throw. */
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

  async send(delivery: Delivery, receiver: Receiver | undefined): Promise<TryResult> {
    if (!receiver) return failed('the profile has no webhook URL');
    const checked = checkUrl(receiver.url, this.options.policy);
    if (!checked.ok) return failed(checked.reason);
    try {
      return await this.post(checked.url, delivery, receiver);
    } catch (error) {
      return failed(reasonOf(error));
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async post(url: URL, { eventId, body }: Delivery, receiver: Receiver): Promise<TryResult> {
    const { clock, timeoutMs } = this.options;
    const { key, customHeaders } = receiver;
    // Redirects are answers like any other: nothing here follows them.
    const {
      statusCode,
      headers,
      body: answer,
    } = await this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: requestHeaders({ eventId, body, sentAt: clock.now(), key, customHeaders }),
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The status is the answer; a body that breaks off or never ends does not take it back.
    await answer.dump({ limit: answerBytes }).catch(() => undefined);
    return {
      status: statusCode,
      error: statusCode >= 200 && statusCode < 300 ? null : `HTTP ${statusCode}`,
      retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
    };
  }
}

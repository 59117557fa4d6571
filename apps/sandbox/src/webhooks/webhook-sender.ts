import type { Logger } from '@payorch/platform/telemetry';
import { Agent, request } from 'undici';
import type { Webhook } from '../ledger/entries';
import type { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { backoffMs } from './retry-schedule';
import { signWebhook } from './signature';

const timeoutMs = 5000;
const connectionsPerReceiver = 32;

/** Delivers webhooks at least once: webhooks undelivered at the end of the process are sent after the next start. */
export class WebhookSender {
  private readonly agent = new Agent({
    connections: connectionsPerReceiver,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private closed = false;

  constructor(
    private readonly journal: Journal,
    private readonly settings: SandboxSettings,
    private readonly logger: Logger,
  ) {}

  resume(): void {
    for (const { webhook } of this.journal.webhooks.undelivered()) this.schedule(webhook);
  }

  schedule(webhook: Webhook, afterMs = webhook.dueMs - Date.now()): void {
    if (this.closed) return;
    const timer = setTimeout(() => void this.deliver(webhook), Math.max(0, afterMs));
    this.timers.set(webhook.id, timer);
  }

  /** Makes one delivery attempt; a failed attempt schedules the next. Never throws. */
  async deliver(webhook: Webhook): Promise<void> {
    this.timers.delete(webhook.id);
    const open = this.journal.webhooks.find(webhook.id);
    if (!open || this.closed) return;
    const attempt = open.attempts + 1;
    const statuses = await Promise.all(Array.from({ length: webhook.copies }, () => this.post(webhook)));
    if (this.closed) return;
    const http = statuses.find((status) => status === null || status >= 300) ?? statuses[0] ?? null;
    const delivered = statuses.every((status) => status !== null && status < 300);
    const waitMs = delivered ? undefined : backoffMs(attempt, this.settings.webhookRetryBaseMs);
    const outcome = delivered ? 'delivered' : waitMs === undefined ? 'given_up' : 'failed';
    this.journal.delivery({ webhook_id: webhook.id, outcome, attempt, http });
    if (waitMs !== undefined) this.schedule(webhook, waitMs);
  }

  /** A registered endpoint signs with its own secret; a payment's URL uses the secret of the account. */
  private signature({ body, account, endpoint }: Webhook): Readonly<Record<string, string>> {
    if (endpoint !== undefined) {
      const { secret } = this.journal.stripe.objects.get('webhook_endpoint', endpoint);
      return { 'stripe-signature': signWebhook(body, secret, Date.now()) };
    }
    const secret = this.journal.webhooks.secretOf(account) ?? this.settings.webhookSecret;
    return { 'x-test-signature': signWebhook(body, secret, Date.now()) };
  }

  private async post(webhook: Webhook): Promise<number | null> {
    const { id, url, body } = webhook;
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        headers: { 'content-type': 'application/json; charset=utf-8', ...this.signature(webhook) },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch (error) {
      this.logger.debug({ webhook_id: id, error }, 'webhook not delivered');
      return null;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    await this.agent.destroy();
  }
}

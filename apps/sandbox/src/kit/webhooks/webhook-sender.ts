import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { Agent, request } from 'undici';
import type { WebhookPlan } from '../faults/plan';
import type { Webhook } from '../ledger/entries';
import { Journal } from '../ledger/journal';
import type { SandboxSettings } from '../settings';
import { sandboxLogger, sandboxSettings } from '../settings';
import { backoffMs } from './retry-schedule';

const timeoutMs = 5000;
const connectionsPerReceiver = 32;

/**
 * Returns the header that signs one of the processor's own webhooks, undefined for those of other processors. A retry is
 * signed anew, with the secret and the time of then.
 */
export type WebhookSigner = (webhook: Webhook) => Readonly<Record<string, string>> | undefined;

/** Delivers webhooks at least once: webhooks undelivered at the end of the process are sent after the next start. */
@Injectable()
export class WebhookSender {
  private readonly signers: WebhookSigner[] = [];
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
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
    @Inject(sandboxLogger) private readonly logger: Logger,
  ) {}

  /** Each processor signs its own webhooks. */
  signWith(signer: WebhookSigner): void {
    this.signers.push(signer);
  }

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

  /** Delivers before the response of the call, where its fault requires that, else when the webhook is due. */
  async dispatch(webhooks: readonly Webhook[], { beforeAnswer }: Pick<WebhookPlan, 'beforeAnswer'>): Promise<void> {
    if (beforeAnswer) await Promise.all(webhooks.map((webhook) => this.deliver(webhook)));
    else for (const webhook of webhooks) this.schedule(webhook);
  }

  private signature(webhook: Webhook): Readonly<Record<string, string>> {
    for (const sign of this.signers) {
      const header = sign(webhook);
      if (header) return header;
    }
    throw new Error(`no processor signs the webhook ${webhook.id}`);
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

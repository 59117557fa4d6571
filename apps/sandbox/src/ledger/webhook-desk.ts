import type { Payment } from '../processor/payment';
import type { DeliveryEntry, SettingEntry, Webhook } from './entries';

/** Why a record changed: only what the caller could not hear in its answer is told by webhook unasked. */
export type Cause = 'answer' | 'later';

export interface OpenWebhook {
  readonly webhook: Webhook;
  readonly attempts: number;
}

/** What is still to be delivered, and how: the part of the webhooks that a restart must find again. */
export class WebhookDesk {
  private readonly open = new Map<string, OpenWebhook>();
  private readonly secrets = new Map<string | null, string>();
  private readonly send = new Map<string | null, 'later' | 'all'>();

  queued(webhook: Webhook): void {
    this.open.set(webhook.id, { webhook, attempts: 0 });
  }

  tried({ webhook_id, outcome, attempt }: DeliveryEntry): void {
    const known = this.open.get(webhook_id);
    if (!known) return;
    if (outcome === 'failed') this.open.set(webhook_id, { ...known, attempts: attempt });
    else this.open.delete(webhook_id);
  }

  set({ account, secret, send }: SettingEntry): void {
    if (secret !== null) this.secrets.set(account, secret);
    if (send !== null) this.send.set(account, send);
  }

  find(id: string): OpenWebhook | undefined {
    return this.open.get(id);
  }

  undelivered(): OpenWebhook[] {
    return [...this.open.values()];
  }

  /** The account's own secret, else the one set for all, else none. */
  secretOf(account: string): string | undefined {
    return this.secrets.get(account) ?? this.secrets.get(null);
  }

  /** By default, what settled later and the customer's choice on the bank page. */
  wants({ webhooks, account }: Payment, cause: Cause): boolean {
    if (!webhooks || webhooks.never) return false;
    const send = this.send.get(account) ?? this.send.get(null) ?? 'later';
    return cause === 'later' || webhooks.always || send === 'all';
  }
}

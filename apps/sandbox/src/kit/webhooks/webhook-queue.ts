import type { WebhookPlan } from '../faults/plan';
import type { DeliveryEntry, SettingEntry, Webhook } from '../ledger/entries';

/** Why a record changed. By default a webhook is sent only for changes that no response has reported. */
export type Cause = 'response' | 'later';

export interface PendingWebhook {
  readonly webhook: Webhook;
  readonly attempts: number;
}

/** The undelivered webhooks and the webhook settings, both restored after a restart. */
export class WebhookQueue {
  private readonly pending = new Map<string, PendingWebhook>();
  private readonly secrets = new Map<string | null, string>();
  private readonly send = new Map<string | null, 'later' | 'all'>();

  enqueue(webhook: Webhook): void {
    this.pending.set(webhook.id, { webhook, attempts: 0 });
  }

  recordDelivery({ webhook_id, outcome, attempt }: DeliveryEntry): void {
    const known = this.pending.get(webhook_id);
    if (!known) return;
    if (outcome === 'failed') this.pending.set(webhook_id, { ...known, attempts: attempt });
    else this.pending.delete(webhook_id);
  }

  applySetting({ account, secret, send }: SettingEntry): void {
    if (secret !== null) this.secrets.set(account, secret);
    if (send !== null) this.send.set(account, send);
  }

  find(id: string): PendingWebhook | undefined {
    return this.pending.get(id);
  }

  undelivered(): PendingWebhook[] {
    return [...this.pending.values()];
  }

  /** The account's own secret, else the one set for all accounts, else undefined. */
  secretOf(account: string): string | undefined {
    return this.secrets.get(account) ?? this.secrets.get(null);
  }

  /** By default webhooks report later settlements and the customer's choice on the bank page. */
  shouldSend(account: string, { always, never }: Pick<WebhookPlan, 'always' | 'never'>, cause: Cause): boolean {
    if (never) return false;
    const send = this.send.get(account) ?? this.send.get(null) ?? 'later';
    return cause === 'later' || always || send === 'all';
  }
}

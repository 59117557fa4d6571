import { isVerified } from '../domain/received-webhook';
import type { ReceivedOfAccount, ReceivedWebhook } from '../received-webhooks';

function receivedView(received: ReceivedWebhook): object {
  const { kind, at, webhook } = received;
  const common = { received_at: at.toISOString(), status: webhook.status, is_verified: isVerified(webhook.status) };
  if (kind === 'unverified')
    return {
      ...common,
      webhook_id: null,
      request_id: webhook.requestId,
      event_id: null,
      event_type: null,
      duplicate_of: null,
      repeats: 0,
      last_repeated_at: null,
      address: webhook.address,
      content_length: webhook.contentLength,
      changed: [],
    };
  const { finding } = webhook;
  return {
    ...common,
    webhook_id: webhook.webhook_id,
    request_id: null,
    event_id: finding?.event_id ?? null,
    event_type: finding?.event_type ?? null,
    duplicate_of: finding?.duplicate_of ?? null,
    repeats: webhook.repeats,
    last_repeated_at: webhook.repeated_at?.toISOString() ?? null,
    address: null,
    content_length: webhook.content_length,
    changed: finding?.changed ?? [],
  };
}

export const receivedListView = ({ connector, unverifiedCounts, items, hasMore }: ReceivedOfAccount): object => ({
  connector,
  unverified_counts: unverifiedCounts,
  count: items.length,
  has_more: hasMore,
  data: items.map(receivedView),
});

import type { WebhookSecrets } from '@payorch/contracts';

/** A webhook endpoint of a profile besides the address of its `webhook_details`, with the interface's field names. */
export interface WebhookEndpoint {
  readonly endpoint_id: string;
  readonly url: string;
  /** Null: every type. */
  readonly event_types: readonly string[] | null;
  readonly description: string | null;
  readonly created: string;
}

export interface WebhookEndpointRequest {
  readonly url?: string | null;
  readonly event_types?: readonly string[] | null;
  readonly description?: string | null;
}

/** How long a replaced secret signs beside the new one. */
export const secretOverlapMs = 86_400_000;

/** The secrets of an endpoint after it got a new key; the replaced one is valid for a day. */
export const rotatedSecrets = (key: string | null, replaced: string | null, now: Date): WebhookSecrets[string] => ({
  key,
  previous:
    replaced === null ? null : { key: replaced, until: new Date(now.getTime() + secretOverlapMs).toISOString() },
});

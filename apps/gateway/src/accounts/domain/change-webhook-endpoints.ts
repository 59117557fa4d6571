import { type Refusal, refuse, type WebhookSecrets } from '@payorch/contracts';
import type { EgressPolicy } from '@payorch/platform/egress';
import { orNull, sentOr } from '../../fields';
import type { Profile } from './profile';
import { checkWebhookAddress } from './webhook-details';
import { rotatedSecrets, type WebhookEndpoint, type WebhookEndpointRequest } from './webhook-endpoint';

/** A changed profile, the endpoint that changed, and its secret where it is new. */
export interface WebhookEndpointChange {
  readonly profile: Profile;
  readonly endpoint: WebhookEndpoint;
  readonly secret: string | null;
}

/** Every event is sent to each endpoint: more of them would let one payment cause too many requests. */
export const mostEndpoints = 16;

const notFound = refuse('webhook_endpoint_not_found');

const findIn = ({ webhookEndpoints }: Profile, id: string): WebhookEndpoint | undefined =>
  webhookEndpoints.find(({ endpoint_id }) => endpoint_id === id);

const onceEach = (types: readonly string[]): string[] => [...new Set(types)];

const withEndpoints = (
  profile: Profile,
  webhookEndpoints: readonly WebhookEndpoint[],
  secrets: WebhookSecrets,
  now: Date,
): Profile => ({
  ...profile,
  webhookEndpoints,
  secrets: { ...profile.secrets, webhook_secrets: secrets },
  modifiedAt: now,
});

export function addEndpoint(
  profile: Profile,
  sent: WebhookEndpointRequest & { readonly url: string },
  made: { readonly id: string; readonly secret: string; readonly now: Date },
  egress: EgressPolicy,
): WebhookEndpointChange | Refusal {
  const { webhookEndpoints: stored, secrets } = profile;
  const refused = checkWebhookAddress(sent.url, egress, { field: 'url', path: 'url' });
  if (refused) return refused;
  if (stored.length >= mostEndpoints) {
    const message = `a profile has at most ${mostEndpoints} webhook endpoints`;
    return refuse('invalid_request', { message });
  }
  const endpoint = {
    endpoint_id: made.id,
    url: sent.url,
    event_types: sent.event_types ? onceEach(sent.event_types) : null,
    description: orNull(sent.description),
    created: made.now.toISOString(),
  };
  const all = { ...secrets.webhook_secrets, [made.id]: rotatedSecrets(made.secret, null, made.now) };
  return {
    profile: withEndpoints(profile, [...stored, endpoint], all, made.now),
    endpoint,
    secret: made.secret,
  };
}

/** Fields that the request lacks stay; an empty list of types is every type. */
export function changeEndpoint(
  profile: Profile,
  id: string,
  sent: WebhookEndpointRequest,
  now: Date,
  egress: EgressPolicy,
): WebhookEndpointChange | Refusal {
  const stored = findIn(profile, id);
  if (!stored) return notFound;
  const refused = sent.url ? checkWebhookAddress(sent.url, egress, { field: 'url', path: 'url' }) : undefined;
  if (refused) return refused;
  const endpoint = {
    ...stored,
    url: sentOr(sent.url, stored.url),
    event_types: sent.event_types ? onceEach(sent.event_types) : stored.event_types,
    description: sentOr(sent.description, stored.description),
  };
  const endpoints = profile.webhookEndpoints.map((one) => (one === stored ? endpoint : one));
  return {
    profile: withEndpoints(profile, endpoints, profile.secrets.webhook_secrets ?? {}, now),
    endpoint,
    secret: null,
  };
}

/** What waits for the endpoint fails from now on. */
export function removeEndpoint(profile: Profile, id: string, now: Date): WebhookEndpointChange | Refusal {
  const endpoint = findIn(profile, id);
  if (!endpoint) return notFound;
  const others = profile.webhookEndpoints.filter((one) => one !== endpoint);
  const { [id]: _, ...secrets } = profile.secrets.webhook_secrets ?? {};
  return { profile: withEndpoints(profile, others, secrets, now), endpoint, secret: null };
}

/** Both secrets sign for a day. A second rotation within it ends the first one's. */
export function rotateSecret(
  profile: Profile,
  id: string,
  made: { readonly secret: string; readonly now: Date },
): WebhookEndpointChange | Refusal {
  const endpoint = findIn(profile, id);
  if (!endpoint) return notFound;
  const stored = profile.secrets.webhook_secrets ?? {};
  const rotated = rotatedSecrets(made.secret, stored[id]?.key ?? null, made.now);
  const secrets = { ...stored, [id]: rotated };
  return {
    profile: withEndpoints(profile, profile.webhookEndpoints, secrets, made.now),
    endpoint,
    secret: made.secret,
  };
}

/** In the form that libraries of Standard Webhooks take. */
const shownSecret = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** The endpoint in the interface's format. Its secret is shown once: when it is made. */
export const webhookEndpointView = ({ profile, endpoint, secret }: WebhookEndpointChange): object => ({
  endpoint_id: endpoint.endpoint_id,
  profile_id: profile.profileId,
  url: endpoint.url,
  event_types: endpoint.event_types,
  description: endpoint.description,
  created: endpoint.created,
  secret: secret === null ? null : shownSecret(secret),
});

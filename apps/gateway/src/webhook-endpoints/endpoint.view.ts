import type { EndpointState } from '@payorch/contracts';
import type { Profile } from '../accounts';

/** An endpoint of a profile: the address of its `webhook_details`, or a further one. */
export interface ShownEndpoint {
  readonly endpoint_id: string;
  readonly profile_id: string;
  readonly url: string;
  readonly event_types: readonly string[] | null;
  readonly description: string | null;
  readonly created: string | null;
  readonly is_profile_address: boolean;
}

/** All endpoints of a profile, its own address first. The types of that one follow from the profile's status lists. */
export function endpointsOf({ profileId, details, webhookEndpoints }: Profile): readonly ShownEndpoint[] {
  const address = details.webhook_details?.webhook_url;
  const own = { endpoint_id: profileId, event_types: null, description: null, created: null, is_profile_address: true };
  return [
    ...(address ? [{ ...own, profile_id: profileId, url: address }] : []),
    ...webhookEndpoints.map((one) => ({ ...one, profile_id: profileId, is_profile_address: false })),
  ];
}

/** The endpoint with what its deliveries have come to; never with a secret. */
export const endpointView = (endpoint: ShownEndpoint, state: EndpointState | undefined): object => ({
  endpoint_id: endpoint.endpoint_id,
  profile_id: endpoint.profile_id,
  url: endpoint.url,
  event_types: endpoint.event_types,
  description: endpoint.description,
  created: endpoint.created,
  is_profile_address: endpoint.is_profile_address,
  status: state?.disabledAt ? 'disabled' : 'enabled',
  failing_since: state?.failingSince ?? null,
  disabled_at: state?.disabledAt ?? null,
});

import type { ProfileSettings } from '@payorch/contracts';
import type { WebhookRequest } from './event-body';

type Endpoint = NonNullable<ProfileSettings['webhook']>;

const statusesOf = ({ eventClass }: WebhookRequest, endpoint: Endpoint): readonly string[] | null => {
  if (eventClass === 'payments') return endpoint.paymentStatuses;
  if (eventClass === 'refunds') return endpoint.refundStatuses;
  return eventClass === 'payouts' ? endpoint.payoutStatuses : null;
};

/** Whether the profile enables this event. An empty list of statuses counts as no list. */
export function isEventEnabled(request: WebhookRequest, endpoint: Endpoint | null | undefined): boolean {
  if (!endpoint) return false;
  const statuses = statusesOf(request, endpoint);
  return statuses === null || statuses.length === 0 || statuses.includes(request.status);
}

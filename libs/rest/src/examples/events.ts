import type { Example } from './example';

const account = { account_id: 'merchant_demo' };
const profile = { ...account, profile_id: '{{List Profiles.0.profile_id}}' };
const endpoint = { ...profile, endpoint_id: '{{Create a Webhook Endpoint.endpoint_id}}' };
const merchant = { merchant_id: 'merchant_demo' };
const event = {
  ...merchant,
  event_id: '{{List all Events associated with a Merchant Account or Profile.events.0.event_id}}',
};

/** Webhook endpoints of the demo merchant, and events for them. */
export const endpointExamples: readonly Example[] = [
  {
    operation: 'Create a Webhook Endpoint',
    path: profile,
    body: {
      url: 'https://books.example/webhooks',
      event_types: ['payment_succeeded', 'refund_succeeded'],
      description: 'Bookkeeping',
    },
  },
  { operation: 'List the Webhook Endpoints of a Profile', path: profile },
  { operation: 'Retrieve a Webhook Endpoint', path: endpoint },
  { operation: 'Update a Webhook Endpoint', path: endpoint, body: { event_types: ['refund_succeeded'] } },
  { operation: 'Rotate the Secret of a Webhook Endpoint', path: endpoint },
  { operation: 'Enable a Webhook Endpoint', path: endpoint },
];

/** After the refunds of the examples: one of them has made an event. */
export const eventExamples: readonly Example[] = [
  {
    operation: 'List all Events associated with a Merchant Account or Profile',
    path: merchant,
    body: { event_classes: ['refunds'], limit: 10 },
  },
  { operation: 'List all Events associated with a Profile', body: { is_delivered: false, limit: 10 } },
  { operation: 'Manually retry the delivery of an Event', path: event },
  { operation: 'List all delivery attempts for an Event', path: event },
  { operation: 'Delete a Webhook Endpoint', path: endpoint },
];

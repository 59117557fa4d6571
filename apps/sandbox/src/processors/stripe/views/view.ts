import type { Endpoint, StripeRecord } from '../objects/records';
import { chargeView, refundView } from './charge.view';
import type { Expansion } from './expansion';
import { intentView, setupView } from './intent.view';
import { customerView, methodView, tokenView } from './method.view';
import type { ViewContext } from './view-context';

/** Without the secret: only the response to the creation contains it. */
const endpointView = (endpoint: Endpoint) =>
  endpoint.deleted
    ? { id: endpoint.id, object: 'webhook_endpoint', deleted: true }
    : {
        id: endpoint.id,
        object: 'webhook_endpoint',
        api_version: endpoint.apiVersion,
        application: null,
        created: endpoint.created,
        description: endpoint.description,
        enabled_events: endpoint.enabledEvents,
        livemode: false,
        metadata: endpoint.metadata,
        status: endpoint.status,
        url: endpoint.url,
      };

/** Any object as the API returns it. */
export function viewOf(
  record: StripeRecord,
  viewContext: ViewContext,
  expansion: Expansion,
): Readonly<Record<string, unknown>> {
  switch (record.object) {
    case 'payment_intent':
      return intentView(record, viewContext, expansion);
    case 'setup_intent':
      return setupView(record, viewContext, expansion);
    case 'charge':
      return chargeView(record, viewContext, expansion);
    case 'refund':
      return refundView(record, viewContext, expansion);
    case 'payment_method':
      return methodView(record, viewContext, expansion);
    case 'customer':
      return customerView(record, viewContext, expansion);
    case 'token':
      return tokenView(record, viewContext, expansion);
    case 'webhook_endpoint':
      return endpointView(record);
  }
}

import { authShape, defineConnector } from '@payorch/connector-kit';
import { authorize } from './flows/authorize';
import { capture } from './flows/capture';
import { increment } from './flows/increment';
import { stripeCapabilities } from './capabilities';
import { refund } from './flows/refund';
import { refundSync } from './flows/refund-sync';
import { setup } from './flows/setup';
import { sync } from './flows/sync';
import { voidPayment } from './flows/void';
import { webhooks } from './webhooks';

export const stripe = defineConnector({
  name: 'stripe',
  amounts: 'minor_integer',
  credentials: authShape('HeaderKey'),
  baseUrl: 'https://api.stripe.com/',
  capabilities: stripeCapabilities,
  guarantees: {
    // Stripe may delete keys after a day (docs.stripe.com/api/idempotent_requests); an hour less for slow calls.
    idempotencyKeys: { validForMs: 23 * 3_600_000 },
    lookupIsAuthoritative: 'by_reference',
    // Searches are a minute behind, and up to an hour while Stripe has trouble (docs.stripe.com/search#data-freshness).
    searchSettlesAfterMs: 2 * 3_600_000,
    webhookVerification: 'mandatory',
  },
  flows: { authorize, setup, increment, capture, void: voidPayment, sync, refund, refundSync },
  webhooks,
});

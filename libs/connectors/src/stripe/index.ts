import { authShape, defineConnector } from '@payorch/connector-kit';
import { authorize } from './authorize';
import { capture } from './capture';
import { increment } from './increment';
import { stripeCapabilities } from './capabilities';
import { refund } from './refund';
import { refundSync } from './refund-sync';
import { setup } from './setup';
import { sync } from './sync';
import { voidPayment } from './void';
import { webhooks } from './webhook';

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

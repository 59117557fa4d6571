import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { authorizeOperation } from './connector.commands';
import { defineMessage } from './define-message';
import { attemptId, merchantId, operationId, paymentId, profileId } from './parts';
import { captureMethod, straightThrough } from './payments.commands';
import { topics } from './topics';

const toRoute = z.object({
  operation: authorizeOperation,
  captureMethod: captureMethod.nullable(),
  straightThrough: straightThrough.nullable(),
  /** The processor at which the payment is to be split, as the wire names it (`stripe` of `stripe_split_payment`). */
  splitAt: z.string().nullable().optional(),
});

/** Choose the account and forward: answered by `connector.authorize` on the chosen connector's topic, or by `route.none`. */
export const routeRequest = defineMessage({
  topic: topics.routingRequests.name,
  type: 'route.request',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.operation.merchantId, m.operation.paymentId),
  data: toRoute,
});

/** Choose again, and ask whether what was forwarded has begun: `connector.begin_check`. Nothing where nothing fits any more. */
export const routeBeginCheck = defineMessage({
  topic: topics.routingRequests.name,
  type: 'route.begin_check',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.operation.merchantId, m.operation.paymentId),
  data: toRoute.extend({ round: z.int() }),
});

export const routeNone = defineMessage({
  topic: topics.routingResults.name,
  type: 'route.none',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    merchantId,
    profileId,
    paymentId,
    attemptId,
    operationId,
    /** split_not_implemented: the payment would be split at the account. routing_not_implemented: the account that the merchant routed this method to cannot take it. no_account: nothing fits. account_disabled: the one that was asked for is off. capture_method: nothing that fits can capture so. not_implemented: an account lists a method that its connector does not have. */
    reason: z.enum([
      'routing_not_implemented',
      'split_not_implemented',
      'no_account',
      'unknown_connector',
      'account_disabled',
      'capture_method',
      'not_implemented',
    ]),
    /** The connector that the reason is about, where there is one. */
    connector: z.string().nullable(),
  }),
});

import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { sealedOperation } from '../connectors/commands';
import { defineMessage } from '../messages/define-message';
import {
  accountRef,
  attemptId,
  maxCandidates,
  merchantId,
  operationId,
  paymentId,
  profileId,
  routeCandidate,
  routingFacts,
  straightThrough,
} from '@payorch/values';
import { captureMethod } from '../payments/commands';
import { topics } from '../messages/topics';

const toRoute = z.object({
  operation: sealedOperation,
  captureMethod: captureMethod.nullable(),
  straightThrough: straightThrough.nullable(),
  /** The processor at which the payment is to be split, by its wire name (`stripe` of `stripe_split_payment`). */
  splitAt: z.string().nullable().optional(),
  /** The connector account with the payment's own credentials: no other may take the payment. */
  credentials: accountRef.nullable().optional(),
  /** The version of the profile's routing settings when the attempt began; absent: it had none. A repeated request has the same. */
  routingVersion: z.int().optional(),
  /** What the algorithm in force compares beyond the operation; absent: it compares nothing. */
  facts: routingFacts.optional(),
});

/**
 * Selects the connector account and forwards the authorization: `routing` publishes `connector.authorize` to the topic
 * of the chosen connector, or `route.none`.
 */
export const routeRequest = defineMessage({
  topic: topics.routingRequests.name,
  type: 'route.request',
  version: 2,
  kind: 'command',
  key: (m) => keyOf(m.operation.merchantId, m.operation.paymentId),
  data: toRoute,
});

/**
 * Selects the connector account again and publishes `connector.begin_check` to learn whether the forwarded
 * authorization has begun. Publishes nothing if no account is eligible any more.
 */
export const routeBeginCheck = defineMessage({
  topic: topics.routingRequests.name,
  type: 'route.begin_check',
  version: 2,
  kind: 'command',
  key: (m) => keyOf(m.operation.merchantId, m.operation.paymentId),
  data: toRoute.extend({ round: z.int() }),
});

/** Answer to `route.request`: no connector account can take the payment. */
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
    /**
     * split_not_implemented: the account cannot split the payment as requested. routing_not_implemented: the account that the
     * merchant routed this payment method to cannot take it. no_account: no account is eligible. account_disabled: the
     * requested account is disabled. unknown_account: the request names an account that the profile does not have. capture_method: no eligible account supports the capture method. not_implemented:
     * an account lists a payment method that its connector does not support.
     */
    reason: z.enum([
      'routing_not_implemented',
      'unknown_account',
      'split_not_implemented',
      'no_account',
      'unknown_connector',
      'account_disabled',
      'capture_method',
      'not_implemented',
    ]),
    /** The accounts that were looked at, each with the filter that left it out. */
    candidates: z.array(routeCandidate).max(maxCandidates).optional(),
    /** The connector that the reason refers to, if any. */
    connector: z.string().nullable(),
    /** With not_implemented: the field of the request that the connector cannot carry; absent: the payment method. */
    lacking: z.string().optional(),
  }),
});

import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, moneyWire, profileId, routingAlgorithmId, routingFacts } from '@payorch/values';
import { topics } from '../messages/topics';

const onQueries = { topic: topics.routingQueries.name, version: 1, kind: 'query', key: () => null } as const;

/**
 * Decides about a payment that was not made, by the settings and accounts of a profile. A profile with dynamic routing
 * remembers the evaluation for the report of its outcome. Reply: `DecideGatewayResponse` of the interface.
 */
export const routingEvaluate = defineMessage({
  ...onQueries,
  type: 'routing.evaluate',
  data: z.object({
    merchantId,
    profileId,
    /** Decides the place in a volume split, as the first attempt of a payment with this id has it. */
    paymentId: z.string(),
    money: moneyWire,
    paymentMethod: z.string(),
    paymentMethodType: z.string().nullable(),
    cardNetwork: z.string().nullable(),
    facts: routingFacts,
    /** The gateways that may be decided: a connector, an account, or `connector:account`; null: all. */
    among: z.array(z.string()).nullable(),
    /** False: rules alone decide. */
    byScores: z.boolean(),
    /** False: accounts with many failures keep their place. */
    withElimination: z.boolean(),
  }),
});
export type RoutingEvaluate = z.infer<typeof routingEvaluate.schema>;

/**
 * Evaluates the rules of one algorithm for values. Nothing is stored. Reply: `RoutingEvaluateResponse` of the interface.
 */
export const routingRuleEvaluate = defineMessage({
  ...onQueries,
  type: 'routing_rule.evaluate',
  data: z.object({
    merchantId,
    /** An algorithm, or the profile whose active algorithm is evaluated. */
    by: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('algorithm'), algorithmId: routingAlgorithmId }),
      z.object({ kind: z.literal('profile'), profileId }),
    ]),
    /** Null: without a payment a volume split has no place to draw, and the first place counts. */
    paymentId: z.string().nullable(),
    facts: routingFacts,
    /** What is evaluated where the profile has no active algorithm. */
    fallback: z.array(z.object({ connector: z.string(), merchantConnectorId: z.string() })),
  }),
});
export type RoutingRuleEvaluate = z.infer<typeof routingRuleEvaluate.schema>;

/**
 * Reports the outcome of an evaluated payment that was made elsewhere. The first report that ends the payment counts in the
 * scores of its profile; a repeated one changes nothing. Reply: `UpdateScoreResponse` of the interface.
 */
export const routingFeedback = defineMessage({
  topic: topics.routingCommands.name,
  type: 'routing.feedback',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, `routing_evaluation/${m.paymentId}`),
  data: z.object({
    merchantId,
    profileId,
    paymentId: z.string(),
    /** A connector, an account, or `connector:account`. */
    gateway: z.string(),
    /** The status as the merchant sent it. */
    status: z.string(),
    /** Null: the status does not say that the processor approved or declined. */
    result: z.enum(['approved', 'declined']).nullable(),
  }),
});
export type RoutingFeedback = z.infer<typeof routingFeedback.schema>;

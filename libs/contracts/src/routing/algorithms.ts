import type { MerchantId, RoutingAlgorithmId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { json, jsonObject, merchantId, profileId, routingAlgorithmId } from '@payorch/values';
import { topics } from '../messages/topics';

/** Every kind of algorithm on the interface. */
export const routingAlgorithmKinds = [
  'single',
  'priority',
  'volume_split',
  'advanced',
  'dynamic',
  'three_ds_decision_rule',
] as const;
export const routingAlgorithmKind = z.enum(routingAlgorithmKinds);
export type RoutingAlgorithmKind = (typeof routingAlgorithmKinds)[number];

/** What an algorithm is for. */
export const transactionType = z.enum(['payment', 'payout', 'three_ds_authentication']);
export type TransactionType = z.infer<typeof transactionType>;

/** What an algorithm of a kind is for unless its creation says otherwise, and what else it may be for. */
export const algorithmUses = {
  single: ['payment', 'payout'],
  priority: ['payment', 'payout'],
  volume_split: ['payment', 'payout'],
  advanced: ['payment', 'payout'],
  dynamic: ['payment'],
  three_ds_decision_rule: ['three_ds_authentication'],
} as const satisfies Record<RoutingAlgorithmKind, readonly TransactionType[]>;

export const threeDsDecision = z.enum([
  'no_three_ds',
  'challenge_requested',
  'challenge_preferred',
  'three_ds_exemption_requested_tra',
  'three_ds_exemption_requested_low_value',
  'issuer_three_ds_exemption_requested',
]);
export type ThreeDsDecision = z.infer<typeof threeDsDecision>;

export const comparisonType = z.enum([
  'equal',
  'not_equal',
  'less_than',
  'less_than_equal',
  'greater_than',
  'greater_than_equal',
]);
export type ComparisonType = z.infer<typeof comparisonType>;

/** The keys that a 3DS decision rule may compare. */
export const threeDsRuleKey = z.enum([
  'card_network',
  'card_discovery',
  'amount',
  'currency',
  'issuer_name',
  'issuer_country',
  'customer_device_platform',
  'customer_device_type',
  'customer_device_display_size',
  'acquirer_country',
  'acquirer_fraud_rate',
]);

/** An algorithm as the merchant sent it. Its owner checks the data by its kind, and names everything that is wrong. */
export const routingAlgorithm = z.object({ type: routingAlgorithmKind, data: json });
export type RoutingAlgorithm = z.infer<typeof routingAlgorithm>;

/** What a rule compares, by its key: numbers for `amount` and `acquirer_fraud_rate`, texts for all others. */
export const threeDsRuleInputs = z.partialRecord(threeDsRuleKey, z.union([z.string(), z.number()]));
export type ThreeDsRuleInputs = z.infer<typeof threeDsRuleInputs>;

const about = { merchantId, algorithmId: routingAlgorithmId };

const keyOfAlgorithm = (m: { readonly merchantId: MerchantId; readonly algorithmId: RoutingAlgorithmId }): string =>
  keyOf(m.merchantId, `routing/${m.algorithmId}`);

const onCommands = { topic: topics.routingCommands.name, version: 1, kind: 'command', key: keyOfAlgorithm } as const;
const onQueries = { topic: topics.routingQueries.name, version: 1, kind: 'query', key: () => null } as const;

/** Stores an algorithm, which is not active. Reply: its record in the form of the interface. */
export const routingAlgorithmCreate = defineMessage({
  ...onCommands,
  type: 'routing_algorithm.create',
  data: z.object({
    ...about,
    profileId,
    name: z.string(),
    description: z.string(),
    algorithm: routingAlgorithm,
    algorithmFor: transactionType,
  }),
});

/** Checks the result of a creation whose reply timed out: the record, if it was stored. */
export const routingAlgorithmCheck = defineMessage({
  ...onCommands,
  type: 'routing_algorithm.check',
  data: z.object(about),
});

/** Reply: the algorithm in the form of the interface. */
export const routingAlgorithmGet = defineMessage({
  ...onQueries,
  type: 'routing_algorithm.get',
  data: z.object(about),
});

/**
 * Retrieves an algorithm that a merchant activates for `operation`. Refused if it is for another operation, or names an
 * account that does not exist any more. Reply: `record` and `algorithm` of the interface.
 */
export const routingAlgorithmForActivation = defineMessage({
  ...onQueries,
  type: 'routing_algorithm.get_for_activation',
  data: z.object({ ...about, operation: z.enum(['payment', 'payout']) }),
});

/** The reply to `routing_algorithm.get_for_activation`. */
export const activatableAlgorithm = z.object({
  record: jsonObject,
  algorithm: routingAlgorithm,
});

/** Lists the records, newest first. Reply: `merchant_id`, `active_id` and `records` of the interface. */
export const routingAlgorithmList = defineMessage({
  ...onQueries,
  type: 'routing_algorithm.list',
  data: z.object({
    merchantId,
    profileId: profileId.nullable(),
    limit: z.int().min(0),
    offset: z.int().min(0),
    /** Absent: records for every use. */
    algorithmFor: transactionType.optional(),
    /** The algorithm in force, which the gateway knows; absent: none. */
    activeId: routingAlgorithmId.optional(),
  }),
});

/**
 * Reads the algorithms of a profile as this release does, newest first. Nothing is stored. Reply: `readAlgorithms`.
 */
export const routingAlgorithmCheckReadable = defineMessage({
  ...onQueries,
  type: 'routing_algorithm.check_readable',
  data: z.object({ merchantId, profileId, limit: z.int().min(0), offset: z.int().min(0) }),
});

/** The reply to `routing_algorithm.check_readable`. `error`: what cannot be read, by path; null: the algorithm is readable. */
export const readAlgorithms = z.object({
  algorithms: z.array(z.object({ algorithmId: routingAlgorithmId, error: z.string().nullable() })),
});
export type ReadAlgorithms = z.infer<typeof readAlgorithms>;

/** Executes a stored 3DS decision rule for a payment. Reply: `decision` of the interface. */
export const threeDsDecisionExecute = defineMessage({
  ...onQueries,
  type: 'three_ds_decision.execute',
  data: z.object({ ...about, inputs: threeDsRuleInputs }),
});

import { z } from 'zod';
import { accountRef } from './account';
import { merchantConnectorId, routingAlgorithmId } from './ids';

/**
 * What rules compare and scores are kept by, under the keys of the rule language: numbers for `amount` and
 * `acquirer_fraud_rate`, texts for all others. Of the metadata, only the keys that a rule names. No value identifies a person.
 */
export const routingFacts = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type RoutingFacts = z.infer<typeof routingFacts>;

/** The filter that leaves a connector account out, named by the field of the payment or of the account that it reads. */
export const routeFilter = z.enum([
  'deleted',
  'other_profile',
  'disabled',
  'payment_method',
  'payment_method_type',
  'currency',
  'country',
  'amount',
  'card_network',
  'recurring',
  'network_transaction_id',
  'decrypted_token',
  'authentication',
  'split',
  'partial_authorization',
  'installments',
  'capture_method',
]);
export type RouteFilter = z.infer<typeof routeFilter>;

/** A connector account that routing looked at. `filter` null: it is eligible. */
export const routeCandidate = accountRef.extend({
  filter: routeFilter.nullable(),
  /** Absent: healthy. An unhealthy account comes after all healthy ones. */
  health: z.enum(['breaker_open', 'no_worker']).optional(),
  /** Absent: no score counted. Success rates are from 0 to 100. */
  score: z.number().optional(),
  /** Its place in the order before health and scores, from 0; absent: they did not move it. */
  place: z.int().optional(),
});
export type RouteCandidate = z.infer<typeof routeCandidate>;

/** At most this many candidates are stored and shown; further ones are counted in `more`. */
export const maxCandidates = 50;

/** What scores said when they ordered the accounts of a payment: enough to order them again. */
export const scoreInputs = z.object({
  /** The share of payments, in percent, that scores route. */
  split: z.number(),
  /** Null: success rates choose nothing. */
  bySuccess: z.object({ explorationPercent: z.number(), shuffleOnTie: z.boolean() }).nullable(),
  /** Whether contracts choose. */
  byNeed: z.boolean(),
  /** Whether full buckets of failures move accounts to the end. */
  byFailures: z.boolean(),
  /** False: the service had no scores to go by. */
  isKnown: z.boolean(),
  /** The eligible accounts in their order before the scores; none where scores chose nothing. */
  accounts: z
    .array(
      z.object({
        merchantConnectorId,
        /** The success rate by which accounts are ordered, from 0 to 100. */
        rate: z.number(),
        /** The results that the rate rests on. */
        approved: z.number(),
        total: z.number(),
        /** How much the account's contract needs the next payment; 0: not at all. */
        need: z.number(),
        isFull: z.boolean(),
      }),
    )
    .max(maxCandidates),
});
export type ScoreInputs = z.infer<typeof scoreInputs>;

/**
 * Why a payment went where it went: stored with the attempt, and enough to decide it again. Bounded, and without personal
 * data.
 */
export const routeDecision = z.object({
  /**
   * credentials: the payment's own credentials. straight_through: the request named accounts. recurring: the account that saved the payment
   * method. inline: the request's own algorithm. active: the profile's algorithm. dynamic: scores. default: the profile's default order.
   */
  source: z.enum(['credentials', 'straight_through', 'recurring', 'inline', 'active', 'dynamic', 'default']),
  /** The algorithm, of sources that have a stored one. */
  algorithmId: routingAlgorithmId.nullable(),
  /** The version of the merchant's settings from which the routing settings hold; null: the profile has none. */
  routingVersion: z.int().nullable(),
  /** The version of the merchant's settings that the candidates were judged by. */
  accountVersion: z.int(),
  /** The rule that fired, counted from 0; null: an algorithm without rules, or none fired and its default selection counted. */
  rule: z.object({ index: z.int(), name: z.string() }).nullable(),
  /** The attempt's place in a volume split, from 0 to 99; null: no split. */
  draw: z.int().nullable(),
  /** True: none of the accounts that the source names is eligible, so the default order counts. */
  fellBack: z.boolean(),
  facts: routingFacts,
  /** In the order in which they were considered. */
  candidates: z.array(routeCandidate).max(maxCandidates),
  /** How many candidates are left out above. */
  more: z.int().optional(),
  /** What scores did; absent: scores are off for the profile. */
  dynamic: z
    .object({
      /**
       * explored: an account other than the best one was tried. elimination: nothing but full buckets counts. static: this payment is
       * outside the dynamic share. unavailable: no scores. metrics: scores are kept, and choose nothing.
       */
      approach: z.enum(['success_rate', 'explored', 'contract', 'elimination', 'static', 'unavailable', 'metrics']),
      successBasedId: routingAlgorithmId.nullable(),
      eliminationId: routingAlgorithmId.nullable(),
      contractId: routingAlgorithmId.nullable(),
      /** Accounts that elimination moved to the end. */
      eliminated: z.array(merchantConnectorId),
      /** Absent: there were more eligible accounts than a decision lists. */
      inputs: scoreInputs.optional(),
    })
    .optional(),
});
export type RouteDecision = z.infer<typeof routeDecision>;

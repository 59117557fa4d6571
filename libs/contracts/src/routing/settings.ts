import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import {
  accountRef,
  json,
  merchantConnectorId,
  merchantId,
  profileId,
  routingAlgorithmId,
  timestamp,
} from '@payorch/values';
import { routingAlgorithmKind } from './algorithms';
import { topics } from '../messages/topics';

const versioned = { merchantId, accountVersion: z.int().min(1), updatedAt: timestamp };
const state = { topic: topics.accountsConfig.name, version: 1, kind: 'state' } as const;

/** An algorithm that a merchant has activated, whole: services decide by it without asking its owner. */
export const activeAlgorithm = z.object({
  algorithmId: routingAlgorithmId,
  kind: routingAlgorithmKind,
  /** The `data` of the algorithm in the form of the interface. */
  data: json,
  activatedAt: timestamp,
});
export type ActiveAlgorithm = z.infer<typeof activeAlgorithm>;

/** What chooses among the connector accounts of a profile. */
const choice = z.object({
  active: activeAlgorithm.nullable(),
  /** The accounts in the merchant's default order; null: in order of creation. Accounts that it does not name follow in order of creation. */
  defaultOrder: z.array(accountRef).nullable(),
});

/** A parameter by which scores are kept apart, under its name on the interface. */
export const scoreParameter = z.enum([
  'PaymentMethod',
  'PaymentMethodType',
  'AuthenticationType',
  'Currency',
  'Country',
  'CardNetwork',
  'CardBin',
]);
export type ScoreParameter = z.infer<typeof scoreParameter>;

/** metrics: scores are kept and shown, and choose nothing. dynamic_connector_selection: they choose. */
export const dynamicFeature = z.enum(['metrics', 'dynamic_connector_selection', 'none']);
export type DynamicFeature = z.infer<typeof dynamicFeature>;

const switchable = { algorithmId: routingAlgorithmId, feature: dynamicFeature };

/** Success rates of the last blocks of payments, by parameters. Percentages from 0 to 100. */
export const successBasedConfig = z.object({
  ...switchable,
  params: z.array(scoreParameter),
  minAggregatesSize: z.int(),
  defaultSuccessRate: z.number(),
  maxAggregatesSize: z.int(),
  blockThreshold: z.object({ durationInMins: z.int().nullable(), maxTotalCount: z.int() }),
  specificityLevel: z.enum(['merchant', 'global']),
  explorationPercent: z.number(),
  shuffleOnTie: z.boolean(),
});
export type SuccessBasedConfig = z.infer<typeof successBasedConfig>;

/** Leaky buckets of failures, by parameters. An account whose bucket is full comes last. */
export const eliminationConfig = z.object({
  ...switchable,
  params: z.array(scoreParameter),
  bucketSize: z.int(),
  bucketLeakIntervalInSecs: z.int(),
});
export type EliminationConfig = z.infer<typeof eliminationConfig>;

/** Contracts with processors: how many payments an account is to take until a time. `targetTime`: Unix seconds. */
export const contractConfig = z.object({
  ...switchable,
  constants: z.array(z.number()),
  timeScale: z.enum(['day', 'month']),
  labels: z.array(z.object({ label: z.string(), targetCount: z.int(), targetTime: z.int(), merchantConnectorId })),
});
export type ContractConfig = z.infer<typeof contractConfig>;

export const dynamicRouting = z.object({
  successBased: successBasedConfig.nullable(),
  elimination: eliminationConfig.nullable(),
  contract: contractConfig.nullable(),
  /** The share of payments, in percent, that scores route; the others follow the static algorithm. */
  split: z.int().min(0).max(100),
});
export type DynamicRouting = z.infer<typeof dynamicRouting>;

const unswitched = { algorithmId: true, feature: true } as const;

/** The `data` of an algorithm of the kind `dynamic`: the terms of one feature. */
export const dynamicTerms = z
  .strictObject({
    successBased: successBasedConfig.omit(unswitched).optional(),
    elimination: eliminationConfig.omit(unswitched).optional(),
    contract: contractConfig.omit(unswitched).optional(),
  })
  .refine((terms) => Object.values(terms).length === 1, 'expected the terms of one feature');
export type DynamicTerms = z.infer<typeof dynamicTerms>;

const chosenBy = z.object({
  payment: choice,
  payout: choice,
  /** The 3DS decision rule of the profile. */
  threeDsRule: activeAlgorithm.nullable(),
  /** Null: scores are neither kept nor used. */
  dynamic: dynamicRouting.nullable(),
});

/**
 * How a profile routes. `before`: the settings that these replaced, with their version. A request that began under them and
 * arrives late is decided by them, so a redelivered request chooses the same.
 */
export const routingSettings = defineMessage({
  ...state,
  type: 'routing.settings',
  key: (m) => `routing/${m.merchantId}/${m.profileId}`,
  data: chosenBy.extend({
    ...versioned,
    profileId,
    before: chosenBy.extend({ accountVersion: z.int() }).nullable(),
    deleted: z.boolean(),
  }),
});
export type RoutingSettings = z.infer<typeof routingSettings.schema>;
/** What decides, with the version of the merchant's settings from which it holds. */
export type RoutingChoice = NonNullable<RoutingSettings['before']>;

/** A stored program in the form of the interface. */
const merchantProgram = z.object({ name: z.string(), algorithm: json, createdAt: timestamp, modifiedAt: timestamp });

/** The rules of a merchant for all of its profiles: when 3-D Secure is requested, and what surcharge a customer pays. */
export const merchantRulesSettings = defineMessage({
  ...state,
  type: 'merchant_rules.settings',
  key: (m) => `merchant_rules/${m.merchantId}`,
  data: z.object({
    ...versioned,
    threeDs: merchantProgram.nullable(),
    surcharge: merchantProgram
      .extend({
        /** `merchant_surcharge_configs` of the interface. */
        showsIndividually: z.boolean().nullable(),
      })
      .nullable(),
    deleted: z.boolean(),
  }),
});
export type MerchantRulesSettings = z.infer<typeof merchantRulesSettings.schema>;

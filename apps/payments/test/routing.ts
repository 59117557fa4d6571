import type { Json, RouteDecision, RoutingChoice, RoutingSettings } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import { firstAccount, merchantId, now, profileId, secondAccount } from './fixtures';

const currencyIs = (currency: string): Json => ({
  lhs: 'currency',
  comparison: 'equal',
  value: { type: 'enum_variant', value: currency },
  metadata: {},
});
const tierIs = (value: string): Json => ({
  lhs: 'metadata',
  comparison: 'equal',
  value: { type: 'metadata_variant', value: { key: 'tier', value } },
  metadata: {},
});

const output: Json = { type: 'priority', data: ['stripe_test'] };

/** A program that compares the currency and one key of the metadata. */
export const aProgram: Json = {
  defaultSelection: output,
  rules: [
    {
      name: 'gold in euros',
      connectorSelection: output,
      statements: [{ condition: [currencyIs('EUR'), tierIs('gold')], nested: null }],
    },
  ],
  metadata: {},
};

const unrouted: Omit<RoutingChoice, 'accountVersion'> = {
  payment: { active: null, defaultOrder: null },
  payout: { active: null, defaultOrder: null },
  threeDsRule: null,
  dynamic: null,
};

/** The routing settings of the profile. */
export const aRouting = (changes: Partial<RoutingSettings> = {}): RoutingSettings => ({
  ...unrouted,
  merchantId,
  profileId,
  accountVersion: 7,
  updatedAt: now.toISOString(),
  before: null,
  deleted: false,
  ...changes,
});

/** The same with this algorithm in force. */
export const activeWith = (kind: 'single' | 'volume_split' | 'advanced', data: Json): RoutingSettings =>
  aRouting({
    payment: {
      active: { algorithmId: 'routing_1' as RoutingAlgorithmId, kind, data, activatedAt: now.toISOString() },
      defaultOrder: null,
    },
  });

/** The decision that the program's rule made, as a worker returns it. */
export const aDecision: RouteDecision = {
  source: 'active',
  algorithmId: 'routing_1' as RoutingAlgorithmId,
  routingVersion: 7,
  accountVersion: 9,
  rule: { index: 0, name: 'gold in euros' },
  draw: null,
  fellBack: false,
  facts: { values: { currency: 'EUR' } },
  candidates: [
    { ...firstAccount, filter: null },
    { ...secondAccount, filter: 'currency' },
  ],
};

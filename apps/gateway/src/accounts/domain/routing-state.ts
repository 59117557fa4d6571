import type { ActiveAlgorithm, DynamicRouting, JsonObject, RoutingChoice, RoutingSettings } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';

/** An algorithm in force. It never changes, so `record`, its record in the form of the interface, stays true. */
export interface ActivatedAlgorithm extends ActiveAlgorithm {
  readonly record: JsonObject;
}

/** What chooses among the connector accounts of a profile, for one kind of transaction. */
export interface ProfileChoice {
  readonly active: ActivatedAlgorithm | null;
  readonly defaultOrder: RoutingSettings['payment']['defaultOrder'];
}

/** How a profile routes. */
export interface RoutingState {
  readonly payment: ProfileChoice;
  readonly payout: ProfileChoice;
  readonly threeDsRule: ActivatedAlgorithm | null;
  readonly dynamic: DynamicRouting | null;
}

/** The state of a profile that has never set anything. */
export const noRouting: RoutingState = {
  payment: { active: null, defaultOrder: null },
  payout: { active: null, defaultOrder: null },
  threeDsRule: null,
  dynamic: null,
};

/** The state with the version of the merchant's settings from which it holds, and what it replaced. */
export interface StoredRouting {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly accountVersion: number;
  readonly state: RoutingState;
  readonly before: RoutingChoice | null;
  readonly updatedAt: Date;
}

const activeOf = (activated: ActivatedAlgorithm | null): ActiveAlgorithm | null => {
  if (!activated) return null;
  const { record: _, ...active } = activated;
  return active;
};

const choiceOf = ({ active, defaultOrder }: ProfileChoice): RoutingChoice['payment'] => ({
  active: activeOf(active),
  defaultOrder,
});

/** The state as messages carry it. */
export const messageStateOf = (state: RoutingState): Omit<RoutingChoice, 'accountVersion'> => ({
  payment: choiceOf(state.payment),
  payout: choiceOf(state.payout),
  threeDsRule: activeOf(state.threeDsRule),
  dynamic: state.dynamic,
});

/** The next state of a profile. It carries the one that it replaces, for requests that began under that one. */
export const replacing = (
  current: StoredRouting | undefined,
  next: Pick<StoredRouting, 'merchantId' | 'profileId' | 'accountVersion' | 'state' | 'updatedAt'>,
): StoredRouting => ({
  ...next,
  before: current ? { ...messageStateOf(current.state), accountVersion: current.accountVersion } : null,
});

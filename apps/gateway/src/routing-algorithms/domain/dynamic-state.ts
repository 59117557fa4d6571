import { type DynamicFeature, type DynamicRouting, type JsonObject, type Refusal, refuse } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import type { RoutingState } from '../../accounts';
import type { ConfigOf, DynamicKind, Terms } from './dynamic-configs';

/** All payments of a profile follow the scores until the merchant sets another share. */
export const noDynamic: DynamicRouting = { successBased: null, elimination: null, contract: null, split: 100 };

/** How the interface names the features, in its errors and in their records. */
const texts = {
  successBased: { name: 'Success rate based dynamic routing algorithm', enabled: 'Success rate based routing' },
  elimination: { name: 'Elimination based dynamic routing algorithm', enabled: 'Elimination routing' },
  contract: { name: 'Contract based dynamic routing algorithm', enabled: 'Contract Routing' },
} as const satisfies Record<DynamicKind, object>;

export const nameOf = (kind: DynamicKind): string => texts[kind].name;

export const configOf = <Kind extends DynamicKind>({ dynamic }: RoutingState, kind: Kind): ConfigOf<Kind> | null =>
  (dynamic ?? noDynamic)[kind] as ConfigOf<Kind> | null;

/** The refusal of a switch that changes nothing. */
export function refusalToSwitch(state: RoutingState, kind: DynamicKind, feature: DynamicFeature): Refusal | undefined {
  const current = configOf(state, kind)?.feature ?? 'none';
  if (current !== feature) return undefined;
  const { enabled } = texts[kind];
  const message =
    feature === 'none'
      ? `${enabled[0]}${enabled.slice(1).toLowerCase()} is already disabled`
      : `${enabled} with specified features is already enabled`;
  return refuse('precondition_failed', { message });
}

/** The state with a feature switched; its terms and its algorithm stay. */
export function switched(state: RoutingState, kind: DynamicKind, feature: DynamicFeature): RoutingState | Refusal {
  const refusal = refusalToSwitch(state, kind, feature);
  const config = configOf(state, kind);
  if (refusal || !config) return refusal ?? notConfigured(kind);
  return withConfig(state, kind, { ...config, feature });
}

export const withConfig = <Kind extends DynamicKind>(
  state: RoutingState,
  kind: Kind,
  config: ConfigOf<Kind>,
): RoutingState => ({ ...state, dynamic: { ...(state.dynamic ?? noDynamic), [kind]: config } });

/** The state with new terms under their own algorithm. */
export const configured = <Kind extends DynamicKind>(
  state: RoutingState,
  kind: Kind,
  terms: Terms<ConfigOf<Kind>>,
  { algorithmId, feature }: { readonly algorithmId: RoutingAlgorithmId; readonly feature: DynamicFeature },
): RoutingState => withConfig(state, kind, { ...terms, algorithmId, feature } as unknown as ConfigOf<Kind>);

const wireNames = {
  successBased: 'success_rate',
  elimination: 'elimination routing',
  contract: 'contract_routing',
} as const satisfies Record<DynamicKind, string>;

/** The refusal where a profile has no algorithm of this feature, or another one than the request names. */
export const notConfigured = (kind: DynamicKind): Refusal =>
  refuse('routing_config_not_found', { what: `${wireNames[kind]} algorithm_id` });

/** The data of the record of these terms. */
export const dataOf = (kind: DynamicKind, terms: object): JsonObject => ({ [kind]: terms }) as JsonObject;

import type { DynamicRouting, ScoreParameter, ScoreValues } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';

export type ScoreKind = 'success' | 'elimination' | 'contract';

/**
 * The accounts' scores of one kind for payments with equal values. `scope`: `<merchant>/<profile>`, or `global` for scores
 * of processors that merchants share.
 */
export interface ScoreGroup {
  readonly kind: ScoreKind;
  readonly scope: string;
  /** Unique among all groups of the scope. */
  readonly name: string;
}

export const globalScope = 'global';

/** What a payment lacks, apart from every value. */
const absent = '';

const valuesOf = (params: readonly ScoreParameter[], values: ScoreValues): string =>
  JSON.stringify([...new Set(params)].sort().map((param) => [param, values[param] ?? absent]));

interface Owner {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
}

export const scopeOf = ({ merchantId, profileId }: Owner): string => `${merchantId}/${profileId}`;

type Config<Kind extends 'successBased' | 'elimination'> = NonNullable<DynamicRouting[Kind]>;

/** Merchants share scores only where they count alike: with equal parameters and sizes of blocks. */
export function successGroup(owner: Owner, config: Config<'successBased'>, values: ScoreValues): ScoreGroup {
  const { params, specificityLevel, maxAggregatesSize, blockThreshold } = config;
  const by = valuesOf(params, values);
  if (specificityLevel === 'merchant') return { kind: 'success', scope: scopeOf(owner), name: `success${by}` };
  const { durationInMins, maxTotalCount } = blockThreshold;
  const sizes = [maxAggregatesSize, durationInMins ?? 0, maxTotalCount].join('/');
  return { kind: 'success', scope: globalScope, name: `success/${sizes}${by}` };
}

export const eliminationGroup = (owner: Owner, { params }: Config<'elimination'>, values: ScoreValues): ScoreGroup => ({
  kind: 'elimination',
  scope: scopeOf(owner),
  name: `elimination${valuesOf(params, values)}`,
});

export const contractGroup = (owner: Owner): ScoreGroup => ({
  kind: 'contract',
  scope: scopeOf(owner),
  name: 'contract',
});

/** Under what a group counts an account. Shared scores know processors, because accounts belong to merchants. */
export const labelIn = (
  { scope }: ScoreGroup,
  { connector, merchantConnectorId }: { readonly connector: string; readonly merchantConnectorId: string },
): string => (scope === globalScope ? connector : merchantConnectorId);

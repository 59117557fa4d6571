import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { checkNames, orNull, sentOr, withKeys } from '../../fields';

/** A merchant's contract with an acquirer for one card network, with the interface's field names. */
export interface AcquirerConfig {
  readonly acquirer_assigned_merchant_id: string | null;
  readonly merchant_name: string | null;
  readonly network: string;
  readonly acquirer_bin: string | null;
  readonly acquirer_ica: string | null;
  readonly acquirer_fraud_rate: number | null;
  readonly acquirer_country_code: string | null;
}

/** A bucket of contracts, at most one for each network; the interface calls the bucket a profile acquirer. */
export interface AcquirerBucket {
  readonly id: string;
  readonly configs: readonly AcquirerConfig[];
}

/** The acquirers of a profile, oldest first, and the default one. */
export interface Acquirers {
  readonly defaultId: string | null;
  readonly buckets: readonly AcquirerBucket[];
}

export const noAcquirers: Acquirers = { defaultId: null, buckets: [] };

const configKeys = [
  'acquirer_assigned_merchant_id',
  'merchant_name',
  'network',
  'acquirer_bin',
  'acquirer_ica',
  'acquirer_fraud_rate',
  'acquirer_country_code',
] as const;

type Fields = { readonly [K in keyof AcquirerConfig]?: AcquirerConfig[K] | null | undefined };
export type AcquirerCreation = Fields & { readonly network: string; readonly is_default?: boolean | null };
export type AcquirerUpdate = Fields & { readonly is_default?: boolean | null };

/** The acquirers after a change, with the changed bucket and, if the request names one, its network. */
export interface AcquirerChange {
  readonly acquirers: Acquirers;
  readonly id: string;
  readonly network: string | null;
}

const noNetwork =
  'A `network` must be provided to update an acquirer configuration, unless you are only changing the `is_default` fallback status of this entire bucket.';

const checkTexts = ({ acquirer_fraud_rate: _, ...texts }: AcquirerConfig): Refusal | undefined =>
  checkNames({ ...texts });

const isSame = (one: AcquirerConfig, other: AcquirerConfig): boolean =>
  configKeys.every((key) => one[key] === other[key]);

/** Two buckets of a profile may not contain the same contract. */
function checkUnique(config: AcquirerConfig, buckets: readonly AcquirerBucket[]): Refusal | undefined {
  const bucket = buckets.find(({ configs }) => configs.some((one) => isSame(one, config)));
  const message = `An identical configuration for network '${config.network}' already exists in bucket '${bucket?.id}'.`;
  return bucket && refuse('already_exists', { message });
}

function defaultAfter(defaultId: string | null, id: string, isDefault: boolean | null | undefined): string | null {
  if (isDefault === true) return id;
  return isDefault === false && defaultId === id ? null : defaultId;
}

/** The change with its profile. */
export interface ChangedAcquirer extends AcquirerChange {
  readonly profileId: ProfileId;
}

/** Adds a bucket with its first contract. */
export function addAcquirer(
  { defaultId, buckets }: Acquirers,
  sent: AcquirerCreation,
  id: string,
): AcquirerChange | Refusal {
  const config: AcquirerConfig = {
    ...(withKeys(configKeys, sent) as unknown as AcquirerConfig),
    network: sent.network,
  };
  const refused = checkTexts(config) ?? checkUnique(config, buckets);
  if (refused) return refused;
  const acquirers = {
    defaultId: defaultAfter(defaultId, id, sent.is_default),
    buckets: [...buckets, { id, configs: [config] }],
  };
  return { acquirers, id, network: sent.network };
}

function changedConfigs(configs: readonly AcquirerConfig[], sent: Fields & { network: string }) {
  const stored = configs.find(({ network }) => network === sent.network);
  const config = Object.fromEntries(
    configKeys.map((key) => [key, sentOr(sent[key], orNull(stored?.[key]))]),
  ) as unknown as AcquirerConfig;
  return { config, configs: stored ? configs.map((one) => (one === stored ? config : one)) : [...configs, config] };
}

/** Fields that the request lacks stay. A network that the bucket lacks is added. */
export function changeAcquirer(
  { defaultId, buckets }: Acquirers,
  bucket: AcquirerBucket,
  sent: AcquirerUpdate,
): AcquirerChange | Refusal {
  const network = sent.network ?? null;
  const after = defaultAfter(defaultId, bucket.id, sent.is_default);
  if (network === null) {
    const isOnlyDefault = configKeys.every((key) => (sent[key] ?? null) === null) && (sent.is_default ?? null) !== null;
    if (!isOnlyDefault) return refuse('invalid_request', { message: noNetwork });
    return { acquirers: { defaultId: after, buckets }, id: bucket.id, network };
  }
  const { config, configs } = changedConfigs(bucket.configs, { ...sent, network });
  const others = buckets.filter((one) => one !== bucket);
  const refused = checkTexts(config) ?? checkUnique(config, others);
  if (refused) return refused;
  const changed = buckets.map((one) => (one === bucket ? { ...bucket, configs } : one));
  return { acquirers: { defaultId: after, buckets: changed }, id: bucket.id, network };
}

/** One acquirer in the interface's format; null fields where the request names no network. */
export function acquirerView({ profileId, acquirers, id, network }: ChangedAcquirer): object {
  const configs = acquirers.buckets.find((bucket) => bucket.id === id)?.configs;
  return {
    profile_acquirer_id: id,
    ...withKeys(configKeys, configs?.find((config) => config.network === network) ?? {}),
    profile_id: profileId,
    is_default: acquirers.defaultId === id,
  };
}

/** The acquirers of a profile in the older and the newer format; null where there are none. */
export function acquirersView(profileId: ProfileId, acquirers: Acquirers) {
  const { defaultId, buckets } = acquirers;
  if (buckets.length === 0) return { acquirer_configs: null, acquirer_config_bucket: null };
  return {
    acquirer_configs: buckets.flatMap(({ id, configs }) =>
      configs.map(({ network }) => acquirerView({ profileId, acquirers, id, network })),
    ),
    acquirer_config_bucket: {
      default_acquirer_config: defaultId,
      configs: Object.fromEntries(buckets.map(({ id, configs }) => [id, configs])),
    },
  };
}

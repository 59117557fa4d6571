import {
  followFile,
  masterKeys,
  privateKeys,
  publicKeys,
  settingsKeys,
  type Environment,
  type Setting,
} from '@payorch/platform/config';
import { metrics as processMetrics, type Logger, type Metrics } from '@payorch/platform/telemetry';
import type { CurrentPrivateKeys, CurrentPublicKey } from './keys';
import type { SettingsBox } from './settings-box';

export interface FollowKeysOptions {
  readonly logger: Logger;
  readonly everyMs: number;
  readonly env?: Environment;
  readonly metrics?: Pick<Metrics, 'setLoadedKeys'>;
}

/** Follows one key list and shows the keys in use in `keys_loaded`, in their order: the first seals. */
export function followKeyList<T>(
  ring: string,
  setting: Setting<T>,
  { take, kidsNow }: { take: (value: T) => void; kidsNow: () => readonly string[] },
  { logger, everyMs, env = process.env, metrics = processMetrics }: FollowKeysOptions,
): () => void {
  const show = (): void => metrics.setLoadedKeys(ring, kidsNow());
  show();
  const onChange = (value: T): void => {
    const before = kidsNow().join();
    take(value);
    show();
    if (kidsNow().join() !== before) logger.info({ ring, kids: kidsNow() }, 'keys are replaced');
  };
  const onFault = (error: Error): void =>
    logger.error({ ring, error }, 'keys cannot be read; the previous ones stay in use');
  return followFile(setting, { env, everyMs, onChange, onFault });
}

/** Updates a settings box with the keys of SETTINGS_KEYS_FILE. Returns the function that ends it. */
export const followSettingsKeys = (box: SettingsBox, options: FollowKeysOptions): (() => void) =>
  followKeyList(
    'settings',
    settingsKeys(),
    { take: (keys) => box.replaceKeys(keys), kidsNow: () => box.kids },
    options,
  );

/** Updates the master keys with the changed keys of MASTER_KEYS_FILE. */
export const followMasterKeys = (box: SettingsBox, options: FollowKeysOptions): (() => void) =>
  followKeyList('master', masterKeys(), { take: (keys) => box.replaceKeys(keys), kidsNow: () => box.kids }, options);

/** Updates the key for new seals with the first key of SEALING_PUBLIC_KEYS_FILE. */
export const followPublicKeys = (key: CurrentPublicKey, options: FollowKeysOptions): (() => void) =>
  followKeyList(
    'sealing',
    publicKeys('SEALING_PUBLIC_KEYS'),
    { take: (jwks) => key.replace(jwks), kidsNow: () => key.kids },
    options,
  );

/** Updates the keys that open seals with SEALING_PRIVATE_KEYS_FILE. */
export const followPrivateKeys = (ring: CurrentPrivateKeys, options: FollowKeysOptions): (() => void) =>
  followKeyList(
    'sealing',
    privateKeys('SEALING_PRIVATE_KEYS'),
    { take: (jwks) => ring.replace(jwks), kidsNow: () => [...ring.keys.keys()] },
    options,
  );

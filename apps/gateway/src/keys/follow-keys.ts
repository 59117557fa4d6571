import type { INestApplicationContext } from '@nestjs/common';
import { apiKeyHashSecrets } from '@payorch/platform/config';
import {
  followKeyList,
  followPublicKeys,
  DataKeys,
  followMasterKeys,
  followSettingsKeys,
  SettingsBox,
  type CurrentPublicKey,
} from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { ApiKeyHashes } from '../auth';
import type { GatewayConfig } from '../config';
import { sealingKeyToken } from '../tokens';

/** Reloads the gateway's key lists when their files change. */
export function followKeys(app: INestApplicationContext, config: GatewayConfig, logger: Logger): void {
  const options = { logger, everyMs: config.keysReloadEveryMs };
  const hashes = app.get(ApiKeyHashes);
  const replaceHashes = { take: hashes.replace.bind(hashes), kidsNow: () => hashes.kids };
  followSettingsKeys(app.get(SettingsBox), options);
  followMasterKeys(app.get(DataKeys).master, options);
  followPublicKeys(app.get<CurrentPublicKey>(sealingKeyToken), options);
  followKeyList('api_keys', apiKeyHashSecrets(), replaceHashes, options);
}

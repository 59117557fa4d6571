import type { INestApplicationContext } from '@nestjs/common';
import { followPublicKeys, followSettingsKeys, SettingsBox, type CurrentPublicKey } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { sealingKeyToken } from '../infrastructure.module';

/** Keeps both key lists of the gateway on the files that they come from. */
export function followKeys(app: INestApplicationContext, config: GatewayConfig, logger: Logger): void {
  const options = { logger, everyMs: config.keysReloadEveryMs };
  followSettingsKeys(app.get(SettingsBox), options);
  followPublicKeys(app.get<CurrentPublicKey>(sealingKeyToken), options);
}

import { Module } from '@nestjs/common';
import { MessageProducer } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { ChangeGlobalSettings } from './change-global-settings';
import { SettingsRelay } from './settings-relay';

@Module({
  providers: [
    ChangeGlobalSettings,
    {
      provide: SettingsRelay,
      inject: [Database, MessageProducer, loggerToken, configToken],
      useFactory: (database: Database, producer: MessageProducer, logger: Logger, config: GatewayConfig) =>
        new SettingsRelay({ database, producer, logger, everyMs: config.settingsRelayEveryMs }),
    },
  ],
  exports: [ChangeGlobalSettings, SettingsRelay],
})
export class SettingsModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SettingsModule } from '../settings';
import { Configs } from './configs';
import { ConfigsController } from './http/configs.controller';
import { LanesAtBroker } from './lanes-at-broker';
import { LanesOfAccounts } from './lanes-of-accounts';
import { ConfigRepository } from './persistence/config.repository';

@Module({
  imports: [AuthModule, SettingsModule],
  controllers: [ConfigsController],
  providers: [Configs, ConfigRepository, LanesAtBroker, LanesOfAccounts],
  exports: [ConfigRepository, LanesOfAccounts],
})
export class ConfigsModule {}

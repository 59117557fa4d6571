import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SettingsModule } from '../settings';
import { Configs } from './configs';
import { ConfigsController } from './http/configs.controller';
import { ConfigRepository } from './persistence/config.repository';

@Module({
  imports: [AuthModule, SettingsModule],
  controllers: [ConfigsController],
  providers: [Configs, ConfigRepository],
  exports: [ConfigRepository],
})
export class ConfigsModule {}

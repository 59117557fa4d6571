import { Module } from '@nestjs/common';
import { ChangeGlobalSettings } from './change-global-settings';
import { SettingsRelay } from './settings-relay';

@Module({
  providers: [ChangeGlobalSettings, SettingsRelay],
  exports: [ChangeGlobalSettings, SettingsRelay],
})
export class SettingsModule {}

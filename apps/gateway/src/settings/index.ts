export { ChangeGlobalSettings } from './change-global-settings';
export { insertOutbox } from './persistence/outbox.repository';
export { SettingsRelay } from './settings-relay';
export { SettingsModule } from './settings.module';

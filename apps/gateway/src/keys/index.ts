export { followKeys } from './follow-keys';
export { KeysModule } from './keys.module';
export { SettingsRewrap } from './settings-rewrap';

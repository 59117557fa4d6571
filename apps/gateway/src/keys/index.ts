export { DataKeyRewrap } from './data-key-rewrap';
export { followKeys } from './follow-keys';
export { KeysModule } from './keys.module';
export { SettingsRewrap } from './settings-rewrap';

export { followKeys } from './follow-keys';
export { KeysModule } from './keys.module';

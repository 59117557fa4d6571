export { EphemeralKeys } from './ephemeral-keys';
export { EphemeralKeysModule } from './ephemeral-keys.module';

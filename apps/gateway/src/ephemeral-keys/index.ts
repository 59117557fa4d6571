export { EphemeralKeySweep } from './ephemeral-key-sweep';
export { EphemeralKeys } from './ephemeral-keys';
export { EphemeralKeysModule } from './ephemeral-keys.module';

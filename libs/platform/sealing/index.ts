export * from './cvc-vault';
export * from './fingerprint';
export * from './follow-keys';
export * from './jwe';
export * from './keys';
export * from './redis';
export * from './settings-box';
export * from './x25519';

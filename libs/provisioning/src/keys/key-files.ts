/** The key lists that services read from files, so that keys rotate without a restart: file name by secret. */
export const keyFiles = {
  apiKeyHashSecret: 'api_key_hash_secret',
  sealingPublicKeys: 'sealing_public_keys',
  sealingPrivateKeys: 'sealing_private_keys',
  settingsKeys: 'settings_keys',
  masterKeys: 'master_keys',
} as const;

export type KeyList = keyof typeof keyFiles;

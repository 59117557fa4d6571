import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const schemas = ['gateway', 'payments', 'refunds', 'payouts', 'routing', 'connector_worker', 'webhooks'];

const hex = (bytes) => randomBytes(bytes).toString('hex');

function sealingKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const kid = `seal_${hex(4)}`;
  return {
    public: { ...publicKey.export({ format: 'jwk' }), kid },
    private: { ...privateKey.export({ format: 'jwk' }), kid },
  };
}

/** Everything the system needs that nobody may guess. Made once; a later start finds the same. */
export const newSecrets = () => {
  const pair = sealingKeyPair();
  return {
    postgresPassword: hex(16),
    roles: Object.fromEntries(schemas.map((schema) => [schema, hex(16)])),
    apiKeyHashSecret: hex(32),
    cardFingerprintSecret: hex(32),
    sealingPublicKeys: [pair.public],
    sealingPrivateKeys: [pair.private],
    settingsKeys: [{ kid: `set_${hex(4)}`, key: randomBytes(32).toString('base64') }],
  };
};

/** The secrets of a data folder, readable by their owner alone; what a newer version needs is added. */
export function loadSecrets(file) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const fresh = newSecrets();
  const secrets = { ...fresh, ...known, roles: { ...fresh.roles, ...known.roles } };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

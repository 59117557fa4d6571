import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newX25519Jwk } from '../../../platform/sealing/crypto/x25519';
import { apps, schemaNames } from '../apps';
import { keyFiles, type KeyList } from './key-files';

/** The secrets of one system. */
export interface Secrets {
  readonly postgresPassword: string;
  /** The password of each service's database role, by schema. */
  readonly roles: Readonly<Record<string, string>>;
  /** The password of the role with which people read the database. */
  readonly readerPassword: string;
  /** The broker's cluster, and the password of each principal there. */
  readonly broker: {
    readonly clusterId: string;
    readonly passwords: Readonly<Record<string, string>>;
    /** Of the file with the key of the certificate that subscribers see. */
    readonly keystorePassword: string;
  };
  readonly redisPassword: string;
  readonly apiKeyHashSecret: string;
  readonly cardFingerprintSecret: string;
  readonly redirectSecrets: string;
  /** X25519 keys as JWK: cards are sealed to them, and only the worker has the private keys. */
  readonly sealingPublicKeys: readonly object[];
  readonly sealingPrivateKeys: readonly object[];
  readonly settingsKeys: readonly object[];
  /** They wrap the data keys of the merchants. */
  readonly masterKeys: readonly object[];
  /** By key list: the time of its last rotation; absent without one. */
  readonly turnedAt?: Readonly<Record<string, string>>;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const newPasswords = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, hex(16)]));

/** The broker's tool takes an id that begins with a dash for an option: the first byte is zero, so ours begin with an A. */
const newClusterId = (): string => Buffer.concat([Buffer.alloc(1), randomBytes(15)]).toString('base64url');

/** A key of 32 random bytes. Its id names the list that it was made for. */
export const newSymmetricKey = (list: string): { readonly kid: string; readonly key: string } => ({
  kid: `${list}_${hex(4)}`,
  key: randomBytes(32).toString('base64'),
});

export function newSecrets(): Secrets {
  const { d, ...publicJwk } = newX25519Jwk(`seal_${hex(4)}`);
  return {
    postgresPassword: hex(16),
    roles: newPasswords(schemaNames),
    readerPassword: hex(16),
    broker: {
      clusterId: newClusterId(),
      passwords: newPasswords([...Object.keys(apps), 'operator']),
      keystorePassword: hex(16),
    },
    redisPassword: hex(16),
    apiKeyHashSecret: hex(32),
    cardFingerprintSecret: hex(32),
    redirectSecrets: hex(32),
    sealingPublicKeys: [publicJwk],
    sealingPrivateKeys: [{ ...publicJwk, d }],
    settingsKeys: [newSymmetricKey('set')],
    masterKeys: [newSymmetricKey('master')],
  };
}

export const keyFileText = (secrets: Secrets, list: KeyList): string => {
  const value = secrets[list];
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Replaces each file atomically: a service reads either the old list or the new one. */
export function writeKeyFiles(folder: string, secrets: Secrets): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const list of Object.keys(keyFiles) as KeyList[]) {
    const file = path.join(folder, keyFiles[list]);
    writeFileSync(`${file}.new`, keyFileText(secrets, list), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** The secrets of a file that only its owner can read; created once, then reused by later starts. */
export function loadSecrets(file: string): Secrets {
  const fresh = newSecrets();
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets) : fresh;
  const secrets = {
    ...fresh,
    ...known,
    roles: { ...fresh.roles, ...known.roles },
    broker: { ...fresh.broker, ...known.broker },
  };
  mkdirSync(path.dirname(file), { recursive: true });
  saveSecrets(file, secrets);
  return secrets;
}

export function saveSecrets(file: string, secrets: Secrets): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

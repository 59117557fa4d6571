import { isIP } from 'node:net';
import { baseUrlVariable, catalogue, connectorNames } from '@payorch/connectors/catalogue';
import path from 'node:path';
import { apps, type AppName, type SchemaName } from './apps';
import { keyFiles, type KeyList } from './keys/key-files';
import type { Secrets } from './keys/secrets';

/** The settings of one running system that its apps need. */
export interface SystemPlan {
  /** `sandbox-tls`: where the sandbox listens for TLS; absent: nowhere. */
  readonly ports: Readonly<Record<AppName, number>> & { readonly 'sandbox-tls'?: number };
  readonly databaseUrlOf: (schema: SchemaName) => string;
  readonly redisUrl: string;
  readonly kafkaBrokers: string;
  /** The app's credentials for a broker with authentication. */
  readonly brokerEnvOf?: (app: AppName) => Env;
  /** The session timeout, after which a killed process loses its partitions: our own broker allows a shorter one. */
  readonly kafkaSession: '3s' | '6s';
  readonly adminApiKey: string;
  readonly secrets: Secrets;
  /** The folder in which `writeKeyFiles` wrote the key lists. */
  readonly keyFolder: string;
  /** The sandbox's ledger of every request and charge. */
  readonly ledgerFile: string;
  /** The folder of merchants' files. */
  readonly filesFolder: string;
}

type Env = Record<string, string>;

const addressOf = (plan: SystemPlan, app: AppName) => `http://127.0.0.1:${plan.ports[app]}`;

/** Processors whose API has the same paths as another's: the sandbox serves them below a path of their own. */
const sandboxPaths: Readonly<Record<string, string>> = { wise: '/wise' };

/** The sandbox serves each processor below the processor's own path. */
const baseUrls = (plan: SystemPlan): Env =>
  Object.fromEntries(
    connectorNames.map((name) => {
      const ownPath = sandboxPaths[name] ?? new URL(catalogue[name].baseUrl).pathname.replace(/\/$/, '');
      return [baseUrlVariable(name), `${addressOf(plan, 'sandbox')}${ownPath}`];
    }),
  );

/** The sandbox plays Apple too. The path is in the workspace, in which every app of these systems runs. */
const applePay = ({ ports: { 'sandbox-tls': port } }: SystemPlan): Env =>
  port === undefined
    ? {}
    : {
        APPLE_PAY_GATEWAY: `https://127.0.0.1:${port}`,
        APPLE_PAY_GATEWAY_CA_FILE: 'apps/sandbox/test-certificate.pem',
      };

/** The public half of the sandbox's test key for cards. */
const tokenServiceKey = {
  kty: 'OKP',
  crv: 'X25519',
  kid: 'sandbox-tokens',
  x: 'WVLL6axrnA9yH_RnsJtDqxuKDLXjOVS-CwyPKfPeWxA',
};

/** The sandbox makes network tokens too. */
const tokenServiceUrl = (plan: SystemPlan): Env => ({
  TOKEN_SERVICE_URL: `${addressOf(plan, 'sandbox')}/token-service`,
});
const tokenService = (plan: SystemPlan): Env => ({
  ...tokenServiceUrl(plan),
  TOKEN_SERVICE_API_KEY: 'test_token_requestor',
  TOKEN_SERVICE_PUBLIC_KEYS: JSON.stringify([tokenServiceKey]),
});

const sandboxTls = ({ ports: { 'sandbox-tls': port } }: SystemPlan): Env =>
  port === undefined ? {} : { SANDBOX_TLS_PORT: String(port) };

/** Test merchants listen on this machine: the gateway accepts their addresses, the webhooks service and the worker call them. */
const loopback = '127.0.0.1/32,::1/128';

const keyFile = (plan: SystemPlan, list: KeyList): string => path.join(plan.keyFolder, keyFiles[list]);

const ownEnv: Partial<Record<AppName, (plan: SystemPlan) => Env>> = {
  gateway: (plan) => ({
    REDIS_URL: plan.redisUrl,
    ADMIN_API_KEY: plan.adminApiKey,
    API_KEY_HASH_SECRET_FILE: keyFile(plan, 'apiKeyHashSecret'),
    CARD_FINGERPRINT_SECRET: plan.secrets.cardFingerprintSecret,
    REDIRECT_SECRETS: plan.secrets.redirectSecrets,
    SEALING_PUBLIC_KEYS_FILE: keyFile(plan, 'sealingPublicKeys'),
    SETTINGS_KEYS_FILE: keyFile(plan, 'settingsKeys'),
    MASTER_KEYS_FILE: keyFile(plan, 'masterKeys'),
    // The gateway never calls the service: the address says that there is one.
    ...tokenServiceUrl(plan),
    EGRESS_ALLOW: loopback,
    FILE_STORAGE_FOLDER: plan.filesFolder,
  }),
  payments: (plan) => ({
    MASTER_KEYS_FILE: keyFile(plan, 'masterKeys'),
    REDIRECT_SECRETS: plan.secrets.redirectSecrets,
    // Public keys only, to find seals of older keys.
    SEALING_PUBLIC_KEYS_FILE: keyFile(plan, 'sealingPublicKeys'),
  }),
  refunds: (plan) => ({ MASTER_KEYS_FILE: keyFile(plan, 'masterKeys') }),
  payouts: (plan) => ({
    MASTER_KEYS_FILE: keyFile(plan, 'masterKeys'),
    SEALING_PUBLIC_KEYS_FILE: keyFile(plan, 'sealingPublicKeys'),
  }),
  routing: (plan) => ({ REDIS_URL: plan.redisUrl }),
  // Only the worker has the private keys that open sealed cards.
  'connector-worker': (plan) => ({
    MASTER_KEYS_FILE: keyFile(plan, 'masterKeys'),
    REDIS_URL: plan.redisUrl,
    SEALING_PRIVATE_KEYS_FILE: keyFile(plan, 'sealingPrivateKeys'),
    ...baseUrls(plan),
    ...applePay(plan),
    ...tokenService(plan),
    EGRESS_ALLOW: loopback,
    FILE_STORAGE_FOLDER: plan.filesFolder,
  }),
  webhooks: (plan) => ({
    MASTER_KEYS_FILE: keyFile(plan, 'masterKeys'),
    SETTINGS_KEYS_FILE: keyFile(plan, 'settingsKeys'),
    EGRESS_ALLOW: loopback,
  }),
  sandbox: (plan) => ({ SANDBOX_LEDGER: plan.ledgerFile, ...sandboxTls(plan) }),
};

/** The environment of one app, the same for `npm start` and the journeys. */
export function appEnv(app: AppName, plan: SystemPlan): Env {
  const { schema } = apps[app];
  return {
    MODE: 'development',
    KAFKA_SESSION_TIMEOUT: plan.kafkaSession,
    HTTP_PORT: String(plan.ports[app]),
    PUBLIC_URL: addressOf(plan, 'gateway'),
    ...(schema
      ? { DATABASE_URL: plan.databaseUrlOf(schema), KAFKA_BROKERS: plan.kafkaBrokers, ...plan.brokerEnvOf?.(app) }
      : {}),
    ...ownEnv[app]?.(plan),
  };
}

/** Variables that an app gets only from `appEnv`, never from the caller's environment. */
const ours =
  /^(DATABASE_URL|REDIS_URL|KAFKA_BROKERS|HTTP_PORT|HOST|PUBLIC_URL|MODE|METRICS_TOKEN|ADMIN_API_KEY|.*_SECRETS?(_FILE)?|SEALING_.*|(SETTINGS|MASTER)_KEYS(_FILE)?)$/;
/** Variables of the caller that override `appEnv`: the connectors that a worker serves, their addresses, Apple's, the token service, and the file storage. */
const overrides = /^(CONNECTORS_|LANES$|FILE_STORAGE|APPLE_PAY_GATEWAY$|TOKEN_SERVICE_(URL|API_KEY|PUBLIC_KEYS)$)/;

/** The caller may choose the gateway's listen address; some shells export the machine's name as HOST, which is ignored. */
const hostFor = (app: AppName, { HOST }: NodeJS.ProcessEnv): Env =>
  app === 'gateway' && HOST !== undefined && isIP(HOST) > 0 ? { HOST } : {};

/** The whole environment of an app: the caller's variables without ours, then `appEnv`, then the caller's overrides. */
export function processEnv(app: AppName, plan: SystemPlan, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(inherited);
  const isElsewhere = inherited['APPLE_PAY_GATEWAY'] !== undefined;
  return {
    ...Object.fromEntries(entries.filter(([name]) => !ours.test(name) && !name.startsWith('npm_'))),
    ...appEnv(app, plan),
    ...hostFor(app, inherited),
    ...Object.fromEntries(entries.filter(([name]) => overrides.test(name))),
    // The sandbox's certificate proves no other gateway.
    ...(isElsewhere && { APPLE_PAY_GATEWAY_CA_FILE: inherited['APPLE_PAY_GATEWAY_CA_FILE'] }),
  };
}

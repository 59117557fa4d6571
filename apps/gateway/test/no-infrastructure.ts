import { Global, Module, type Provider } from '@nestjs/common';
import { testDataKeys } from '@payorch/harness';
import { MessageProducer, Requester } from '@payorch/platform/kafka';
import { CvcVault, DataKeys, MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import { StoredFiles } from '@payorch/platform/storage';
import { silentLogger } from '@payorch/platform/telemetry';
import { newSecrets } from '@payorch/provisioning';
import { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { readGatewayConfig, type GatewayConfig } from '../src/config';
import { DataKeyCache, DataKeyRepository } from '../src/data-keys';
import { Database } from '../src/persistence';
import { configToken, egressToken, loggerToken, sealingKeyToken } from '../src/tokens';
import { testEgress } from './egress';
import { seals, testBox } from './gateway-database';

const secrets = newSecrets();
export const testConfig: GatewayConfig = readGatewayConfig({
  MODE: 'development',
  DATABASE_URL: 'postgres://role:pw@db.internal:5432/payorch',
  REDIS_URL: 'redis://redis.internal:6379',
  KAFKA_BROKERS: 'kafka.internal:9092',
  METRICS_TOKEN: 'Vb4Kq8Zt2Xn6Rw0Yp3Lc7Hs1Dm5Jf9Ga',
  ADMIN_API_KEY: 'test_admin',
  API_KEY_HASH_SECRET: secrets.apiKeyHashSecret,
  CARD_FINGERPRINT_SECRET: secrets.cardFingerprintSecret,
  REDIRECT_SECRETS: secrets.redirectSecrets,
  SEALING_PUBLIC_KEYS: JSON.stringify(secrets.sealingPublicKeys),
  SETTINGS_KEYS: JSON.stringify(secrets.settingsKeys),
  MASTER_KEYS: JSON.stringify(secrets.masterKeys),
});

const redis = new Redis({ lazyConnect: true });
afterAll(() => redis.disconnect());

/** What InfrastructureModule provides, without a connection. */
const infrastructure: Provider[] = [
  { provide: configToken, useValue: testConfig },
  { provide: loggerToken, useValue: silentLogger },
  { provide: egressToken, useValue: testEgress },
  { provide: sealingKeyToken, useValue: { kid: 'k1' } },
  { provide: SettingsBox, useValue: testBox() },
  { provide: DataKeys, useValue: testDataKeys() },
  { provide: DataKeyRepository, useClass: DataKeyRepository },
  { provide: MerchantSeals, useValue: seals },
  { provide: Redis, useValue: redis },
  ...[Database, DataKeyCache, CvcVault, StoredFiles, Kafka, MessageProducer, Requester].map((provide) => ({
    provide,
    useValue: {},
  })),
];

@Global()
@Module({ providers: infrastructure, exports: infrastructure })
export class NoInfrastructure {}

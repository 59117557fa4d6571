import 'reflect-metadata';
import { Global, Module, RequestMethod, type Provider } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { Test } from '@nestjs/testing';
import { MessageProducer, Requester } from '@payorch/platform/kafka';
import { CvcVault, DataKeys, MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { newSecrets } from '@payorch/provisioning';
import { controllers } from '../test/controllers';
import { testEgress } from '../test/egress';
import { testDataKeys } from '@payorch/harness';
import { DataKeyCache, DataKeyRepository } from './data-keys';
import { seals, testBox } from '../test/gateway-database';
import { readGatewayConfig } from './config';
import { features } from './gateway.module';
import { Database } from './persistence';
import { configToken, egressToken, loggerToken, sealingKeyToken } from './tokens';

const secrets = newSecrets();
const config = readGatewayConfig({
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
  { provide: configToken, useValue: config },
  { provide: loggerToken, useValue: silentLogger },
  { provide: egressToken, useValue: testEgress },
  { provide: sealingKeyToken, useValue: { kid: 'k1' } },
  { provide: SettingsBox, useValue: testBox() },
  { provide: DataKeys, useValue: testDataKeys() },
  { provide: DataKeyRepository, useClass: DataKeyRepository },
  { provide: MerchantSeals, useValue: seals },
  { provide: Redis, useValue: redis },
  ...[Database, DataKeyCache, CvcVault, Kafka, MessageProducer, Requester].map((provide) => ({
    provide,
    useValue: {},
  })),
];

@Global()
@Module({ providers: infrastructure, exports: infrastructure })
class NoInfrastructure {}

it('every feature gets its providers from the modules that it imports', async () => {
  const module = await Test.createTestingModule({ imports: [NoInfrastructure, ...features] }).compile();
  expect(controllers).toHaveLength(53);
  for (const controller of controllers) expect(module.get(controller, { strict: false })).toBeInstanceOf(controller);
});

it('every controller has a route or handles a message', () => {
  const isServed = ({ prototype }: { readonly prototype: object }): boolean =>
    Object.getOwnPropertyNames(prototype).some((name) => {
      const method = (prototype as Record<string, object>)[name] ?? {};
      return (
        Reflect.getMetadata(METHOD_METADATA, method) in RequestMethod || Reflect.hasMetadata(PATTERN_METADATA, method)
      );
    });
  expect(controllers.filter((controller) => !isServed(controller))).toEqual([]);
});

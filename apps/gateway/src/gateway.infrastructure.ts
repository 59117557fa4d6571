import type { Provider } from '@nestjs/common';
import { gatewayRepliesTopic } from '@payorch/contracts';
import { createKafka, MessageProducer, Requester } from '@payorch/platform/kafka';
import { openDatabase } from '@payorch/platform/postgres';
import { CvcVault, openRedis, parsePublicKeys, SettingsBox, type PublicKey } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { InvariantError } from '@payorch/kernel';
import { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { GatewayConfig } from './config';
import { AskOwner } from './owners/ask-owner';
import { ReplySlot } from './owners/reply-slot';
import { gatewaySchema } from './persistence/schema';

/** The connector workers' key that new seals are made for. */
export const sealingKeyToken = Symbol('sealing key');

function newestKey(config: GatewayConfig): PublicKey {
  const [first] = parsePublicKeys(config.sealingPublicKeys);
  if (!first) throw new InvariantError('the configuration holds a sealing key');
  return first;
}

const stores = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: DataSource,
    useFactory: () => openDatabase({ ...gatewaySchema, url: config.databaseUrl, logger }),
  },
  { provide: Redis, useFactory: () => openRedis({ url: config.redisUrl, logger }) },
  { provide: CvcVault, inject: [Redis], useFactory: (redis: Redis) => new CvcVault(redis) },
  { provide: SettingsBox, useFactory: () => new SettingsBox(config.settingsKeys) },
  { provide: sealingKeyToken, useFactory: () => newestKey(config) },
];

const messaging = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: Kafka,
    useFactory: () => createKafka({ brokers: config.kafkaBrokers, clientId: 'gateway', log: logger }),
  },
  {
    provide: MessageProducer,
    inject: [Kafka],
    useFactory: (kafka: Kafka) => new MessageProducer({ kafka, log: logger }),
  },
  {
    // After the database: its schema is there then.
    provide: ReplySlot,
    inject: [DataSource],
    useFactory: () => ReplySlot.lease({ databaseUrl: config.databaseUrl, slots: config.replySlots, logger }),
  },
  {
    provide: Requester,
    inject: [Kafka, MessageProducer, ReplySlot],
    useFactory: async (kafka: Kafka, producer: MessageProducer, { slot }: ReplySlot) => {
      const replyTopic = gatewayRepliesTopic(slot);
      const requester = new Requester({
        kafka,
        log: logger,
        producer,
        replyTopic,
        maxWaiting: config.maxOpenQuestions,
      });
      await requester.start();
      return requester;
    },
  },
  {
    provide: AskOwner,
    inject: [Requester],
    useFactory: (requester: Requester) =>
      new AskOwner(requester, { slowMs: config.processorWaitMs, quickMs: config.waitMs }),
  },
];

/** What the gateway stands on: Postgres, Redis, the broker, its keys. */
export const infrastructure = (config: GatewayConfig, logger: Logger): Provider[] => [
  ...stores(config, logger),
  ...messaging(config, logger),
];

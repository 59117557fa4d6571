import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { allMessages, topics } from '@payorch/contracts';
import { AccountSettings, ConfigFollower, createKafka, messageRegistry } from '@payorch/platform/kafka';
import { openDatabase } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { RefundsConfig } from './config';
import { database } from './persistence/database';

const settingsTopic = topics.accountsConfig.name;

/** All wiring of the app: its schema, and account settings followed into memory. */
@Module({})
export class RefundsModule {
  static with(config: RefundsConfig, logger: Logger): DynamicModule {
    return {
      module: RefundsModule,
      providers: [
        {
          provide: DataSource,
          useFactory: () => openDatabase({ ...database, url: config.databaseUrl, logger, poolSize: 2 }),
        },
        {
          provide: Kafka,
          useFactory: () => createKafka({ brokers: config.kafkaBrokers, clientId: 'refunds', log: logger }),
        },
        AccountSettings,
        {
          provide: ConfigFollower,
          inject: [Kafka, AccountSettings],
          useFactory: async (kafka: Kafka, { apply }: AccountSettings) => {
            const registry = messageRegistry(allMessages.filter(({ topic }) => topic === settingsTopic));
            const follower = new ConfigFollower({ kafka, log: logger, topic: settingsTopic, registry, apply });
            await follower.start();
            await follower.ready();
            return follower;
          },
        },
      ],
    };
  }

  static checks(app: INestApplicationContext): Readonly<Record<string, () => Promise<unknown>>> {
    return { database: () => app.get(DataSource).query('SELECT 1') };
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<void>)[] {
    return [() => app.get(ConfigFollower).close(), () => app.get(DataSource).destroy()];
  }
}

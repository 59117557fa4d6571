import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { accountMessages, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import {
  AccountSettings,
  ConfigFollower,
  createKafka,
  messageRegistry,
  MessageProducer,
} from '@payorch/platform/kafka';
import { openDatabase, reading } from '@payorch/platform/postgres';
import { StatefulService } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { PaymentsConfig } from './config';
import { askScheduleMs } from './config';
import type { DecideRules } from './domain/decision';
import { answerAgain, paymentsHandlers } from './messages/payments.handlers';
import { entities, migrations } from './persistence';
import { PaymentRepository } from './persistence/payment.repository';
import { sweepForgotten } from './persistence/sweep';
import { queryTransport } from './queries/query-server';

/** Reads of this service, answered beside its commands. */
export const queryServer = Symbol('queryServer');

const rulesOf = (config: PaymentsConfig): DecideRules => ({
  publicUrl: config.publicUrl,
  beginWithinMs: config.beginWithinMs,
  askAfterMs: askScheduleMs(config),
  askQuietly: 12,
  customerPatienceMs: config.customerPatienceMs,
});

@Module({})
export class PaymentsModule {
  static with(config: PaymentsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PaymentsModule,
      providers: [
        {
          provide: DataSource,
          useFactory: () => openDatabase({ url: config.databaseUrl, schema: 'payments', entities, migrations, logger }),
        },
        {
          provide: Kafka,
          useFactory: () => createKafka({ brokers: config.kafkaBrokers, clientId: 'payments', log: logger }),
        },
        {
          provide: MessageProducer,
          inject: [Kafka],
          useFactory: (kafka: Kafka) => new MessageProducer({ kafka, log: logger }),
        },
        AccountSettings,
        {
          provide: ConfigFollower,
          inject: [Kafka, AccountSettings],
          useFactory: (kafka: Kafka, settings: AccountSettings) =>
            new ConfigFollower({
              kafka,
              log: logger,
              topic: topics.accountsConfig.name,
              registry: messageRegistry(accountMessages),
              apply: settings.apply,
            }),
        },
        PaymentRepository,
        {
          provide: StatefulService,
          inject: [DataSource, Kafka, MessageProducer, AccountSettings, PaymentRepository],
          useFactory: (
            database: DataSource,
            kafka: Kafka,
            producer: MessageProducer,
            settings: AccountSettings,
            repository: PaymentRepository,
          ) =>
            new StatefulService({
              name: 'payments',
              database,
              kafka,
              log: logger,
              producer,
              settings,
              clock: systemClock,
              topics: [topics.paymentsCommands.name, topics.routingResults.name, topics.connectorResultsPayments.name],
              handlers: paymentsHandlers({ settings, rules }),
              repository,
              answerAgain: answerAgain({ settings, rules }),
              sweep: sweepForgotten(config.sweepAfterMs),
              times: config,
            }),
        },
        {
          provide: queryServer,
          inject: [DataSource, Kafka, MessageProducer, AccountSettings, PaymentRepository],
          useFactory: (
            database: DataSource,
            kafka: Kafka,
            producer: MessageProducer,
            settings: AccountSettings,
            repository: PaymentRepository,
          ) =>
            queryTransport(
              {
                settings,
                rules,
                repository,
                read: (merchantId, work) => reading(database, [merchantId], work),
                now: () => systemClock.now(),
              },
              { kafka, log: logger, producer },
            ),
        },
      ],
    };
  }
}

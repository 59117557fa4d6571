import type { DynamicModule, FactoryProvider, INestApplicationContext, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { canRefund } from '@payorch/connectors/catalogue';
import type { FindGsmRule } from '@payorch/contracts';
import { topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import type { KeyedTransport } from '@payorch/platform/kafka';
import { AccountSettings, MessageProducer } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import {
  followedSettings,
  groupTimes,
  infrastructure,
  infrastructureClosers,
  provide,
} from '@payorch/platform/service';
import { queryServer, StatefulService } from '@payorch/platform/shell';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { RefundsConfig } from './config';
import { syncScheduleMs } from './config';
import type { DecideRules } from './domain/decision';
import type { PaymentRefunds } from './domain/payment-refunds';
import { replyToRedelivery, refundsHandlers } from './messages/refunds.handlers';
import { database } from './persistence/database';
import type { Shared } from './persistence/refund.repository';
import { RefundRepository } from './persistence/refund.repository';
import { openIncidents, addMissingJobs } from './persistence/sweep';
import { queryHandlers } from './queries/refund.queries';

type Refunds = StatefulService<PaymentRefunds, Shared>;

const refunds = Symbol('refunds');
const queries = Symbol('queries');

const rulesOf = (config: RefundsConfig): DecideRules => ({
  maxRefundsPerPayment: config.maxRefundsPerPayment,
  scheduledDelayMs: config.scheduledDelayMs,
  outcomeTimeoutMs: config.outcomeTimeoutMs,
  syncAfterMs: syncScheduleMs(config),
  syncsBeforeIncident: 12,
  canRefund,
});

const gsmRuleIn =
  ({ global }: AccountSettings): FindGsmRule =>
  (key) =>
    global.gsmRule(key);

/** Handles commands, outcomes and due jobs in batches. */
const commands = (config: RefundsConfig, logger: Logger): FactoryProvider =>
  provide(
    refunds,
    [DataSource, Kafka, MessageProducer, AccountSettings, RefundRepository],
    (
      dataSource: DataSource,
      kafka: Kafka,
      producer: MessageProducer,
      settings: AccountSettings,
      repository: RefundRepository,
    ): Refunds =>
      new StatefulService({
        name: 'refunds',
        database: dataSource,
        kafka,
        log: logger,
        producer,
        settings,
        clock: systemClock,
        topics: [topics.refundsCommands.name, topics.connectorResultsRefunds.name],
        handlers: refundsHandlers({ settings, gsmRule: gsmRuleIn(settings), rules: rulesOf(config) }),
        repository,
        replyToRedelivery: replyToRedelivery({ gsmRule: gsmRuleIn(settings) }),
        sweep: async (sql) => {
          await addMissingJobs(config.missingJobAfterMs)(sql);
          metrics.setIncidents(await openIncidents(sql));
        },
        times: config,
        groupTimes: groupTimes(config),
      }),
  );

/** Serves queries outside the batches. */
const reads = (config: RefundsConfig, logger: Logger): FactoryProvider =>
  provide(
    queries,
    [DataSource, Kafka, MessageProducer, AccountSettings, RefundRepository],
    (
      dataSource: DataSource,
      kafka: Kafka,
      producer: MessageProducer,
      settings: AccountSettings,
      repository: RefundRepository,
    ) =>
      queryServer({
        ...{ kafka, log: logger, producer, times: groupTimes(config) },
        topic: topics.refundsQueries.name,
        handlers: queryHandlers,
        parts: {
          repository,
          gsmRule: gsmRuleIn(settings),
          read: (merchantId, work) => reading(dataSource, [merchantId], work),
        },
      }),
  );

/** All wiring of the app. */
@Module({})
export class RefundsModule implements OnApplicationBootstrap {
  constructor(@Inject(refunds) private readonly service: Refunds) {}

  static with(config: RefundsConfig, logger: Logger): DynamicModule {
    return {
      module: RefundsModule,
      providers: [
        ...infrastructure({ name: 'refunds', database, config, logger }),
        ...followedSettings(logger),
        RefundRepository,
        commands(config, logger),
        reads(config, logger),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [app.get<Refunds>(refunds).transport, app.get<KeyedTransport>(queries)];
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [() => app.get<Refunds>(refunds).stop(), ...infrastructureClosers(app)];
  }

  onApplicationBootstrap(): void {
    this.service.start();
  }
}

import type { DynamicModule, FactoryProvider, INestApplicationContext, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { MessageDefinition } from '@payorch/contracts';
import { cardsRewrapped, RedirectTokens, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import type { BatchTransport, KeyedTransport } from '@payorch/platform/kafka';
import { AccountSettings, MessageProducer } from '@payorch/platform/kafka';
import { inTransaction, reading } from '@payorch/platform/postgres';
import { RotationConsumer, paceOf, RewrapJob, rewrappedTransport, SealWalk } from '@payorch/platform/rewrap';
import { CurrentPublicKey, followPublicKeys } from '@payorch/platform/sealing';
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
import type { PaymentsConfig } from './config';
import { syncScheduleMs } from './config';
import type { DecideRules } from './domain/decision';
import type { Payment } from './domain/payment';
import { repliedAgain, paymentsHandlers } from './messages/payments.handlers';
import { database } from './persistence/database';
import type { Shared } from './persistence/payment.repository';
import { PaymentRepository } from './persistence/payment.repository';
import { paymentSealTables, putPaymentSeals } from './persistence/payment-seals';
import { openIncidents, scheduleMissingSyncs, scheduleBeginChecks } from './persistence/sweep';
import { queryHandlers } from './queries/query.handlers';
import { followRefunds } from './queries/refunds-follower';

type Payments = StatefulService<Payment, Shared>;

const payments = Symbol('payments');
const queries = Symbol('queries');
const refunds = Symbol('refunds');

const rulesOf = (config: PaymentsConfig): DecideRules => ({
  publicUrl: config.publicUrl,
  redirectToken: new RedirectTokens(config.redirectSecrets).of,
  returnLookupEveryMs: config.returnLookupEveryMs,
  beginWithinMs: config.beginWithinMs,
  beginCheckAfterMs: config.beginCheckAfterMs,
  beginReplyTimeoutMs: config.beginReplyTimeoutMs,
  syncAfterMs: syncScheduleMs(config),
  syncsBeforeIncident: 12,
  customerTimeoutMs: config.customerTimeoutMs,
  refundsTimeoutMs: config.refundsTimeoutMs,
});

/** Commands, outcomes and due jobs, as batches. */
const commands = (config: PaymentsConfig, logger: Logger, rules: DecideRules): FactoryProvider =>
  provide(
    payments,
    [DataSource, Kafka, MessageProducer, AccountSettings, PaymentRepository],
    (
      dataSource: DataSource,
      kafka: Kafka,
      producer: MessageProducer,
      settings: AccountSettings,
      repository: PaymentRepository,
    ): Payments =>
      new StatefulService({
        name: 'payments',
        database: dataSource,
        kafka,
        log: logger,
        producer,
        settings,
        clock: systemClock,
        topics: [topics.paymentsCommands.name, topics.routingResults.name, topics.connectorResultsPayments.name],
        handlers: paymentsHandlers({ settings, rules }),
        repository,
        replyToRedelivery: repliedAgain({ settings, rules }),
        sweep: async (sql) => {
          await scheduleMissingSyncs(config.sweepAfterMs)(sql);
          metrics.setIncidents(await openIncidents(sql));
        },
        watch: { everyMs: config.beginCheckAfterMs / 6, work: scheduleBeginChecks(config.beginCheckAfterMs) },
        times: config,
        groupTimes: groupTimes(config),
      }),
  );

/** Queries, answered outside the batches. */
const reads = (config: PaymentsConfig, logger: Logger, rules: DecideRules): FactoryProvider =>
  provide(
    queries,
    [DataSource, Kafka, MessageProducer, AccountSettings, PaymentRepository],
    (
      dataSource: DataSource,
      kafka: Kafka,
      producer: MessageProducer,
      settings: AccountSettings,
      repository: PaymentRepository,
    ) =>
      queryServer({
        ...{ kafka, log: logger, producer, times: groupTimes(config) },
        topic: topics.paymentsQueries.name,
        handlers: queryHandlers,
        parts: {
          settings,
          rules,
          repository,
          read: (merchantId, work) => reading(dataSource, [merchantId], work),
          now: () => systemClock.now(),
        },
      }),
  );

/** Snapshots of refunds, outside the batches too. */
const refundsOfPayments = (config: PaymentsConfig, logger: Logger, rules: DecideRules): FactoryProvider =>
  provide(
    refunds,
    [DataSource, Kafka, MessageProducer, AccountSettings, PaymentRepository],
    (
      dataSource: DataSource,
      kafka: Kafka,
      producer: MessageProducer,
      settings: AccountSettings,
      repository: PaymentRepository,
    ) =>
      followRefunds({
        ...{ kafka, log: logger, producer, times: groupTimes(config) },
        ...{ settings, rules, repository, pauseMs: config.refundsPauseMs },
        transact: (merchants, work) => inTransaction(dataSource, { merchants }, work),
      }),
  );

/** Reseals cards and other data that are sealed for an older key. */
const rewraps = (config: PaymentsConfig, logger: Logger): FactoryProvider[] => [
  provide(RewrapJob, [DataSource, MessageProducer], (dataSource: DataSource, producer: MessageProducer) => {
    const sealingKey = new CurrentPublicKey(config.sealingPublicKeys);
    followPublicKeys(sealingKey, { logger, everyMs: config.keysReloadEveryMs });
    const pace = paceOf(config);
    return new RewrapJob({
      ...{ owner: 'payments', producer, logger, metrics, ...pace.job },
      walk: new SealWalk({ tables: paymentSealTables, ...pace.walk }),
      kids: () => sealingKey.kids,
      transact: (merchants, work) => inTransaction(dataSource, { merchants }, work),
      put: (seals, kid) => {
        const merchants = [...new Set(seals.map(({ merchantId }) => merchantId))];
        return inTransaction(dataSource, { merchants }, (sql) => putPaymentSeals(sql, seals, kid));
      },
    });
  }),
  provide(
    RotationConsumer,
    [Kafka, MessageProducer, RewrapJob],
    (kafka: Kafka, producer: MessageProducer, job: RewrapJob) =>
      new RotationConsumer({
        isTurning: () => job.isTurning,
        listen: () =>
          rewrappedTransport({
            ...{ kafka, log: logger, producer, times: groupTimes(config), groupId: 'payments.rewrapped' },
            ...{ message: cardsRewrapped as MessageDefinition, handle: job.take },
          }),
        everyMs: config.keysReloadEveryMs,
        logger,
      }),
  ),
];

/** All wiring of the app. */
@Module({})
export class PaymentsModule implements OnApplicationBootstrap {
  constructor(
    @Inject(payments) private readonly service: Payments,
    private readonly rewrapJob: RewrapJob,
    private readonly rewrapped: RotationConsumer,
  ) {}

  static with(config: PaymentsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PaymentsModule,
      providers: [
        ...infrastructure({ name: 'payments', database, config, logger }),
        ...followedSettings(logger),
        PaymentRepository,
        commands(config, logger, rules),
        reads(config, logger, rules),
        refundsOfPayments(config, logger, rules),
        ...rewraps(config, logger),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [app.get<Payments>(payments).transport, app.get<KeyedTransport>(queries), app.get<BatchTransport>(refunds)];
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(RotationConsumer).close(),
      () => app.get(RewrapJob).close(),
      () => app.get<Payments>(payments).stop(),
      ...infrastructureClosers(app),
    ];
  }

  onApplicationBootstrap(): void {
    this.service.start();
    this.rewrapJob.start();
    this.rewrapped.start();
  }
}

import type { DynamicModule, FactoryProvider, INestApplicationContext, OnApplicationBootstrap } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { cardsRewrapped, RedirectTokens, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { AccountSettings, Broker, MessageProducer } from '@payorch/platform/kafka';
import { inTransaction, isTransient, reading } from '@payorch/platform/postgres';
import { paceOf, RewrapJob, RotationTransport, SealWalk } from '@payorch/platform/rewrap';
import { CurrentPublicKey, followPublicKeys } from '@payorch/platform/sealing';
import { followedSettings, infrastructure, infrastructureClosers, provide } from '@payorch/platform/service';
import { QueryServer, StatefulService } from '@payorch/platform/shell';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { PaymentsConfig } from './config';
import { syncScheduleMs } from './config';
import type { DecideRules } from './domain/decision';
import type { Payment } from './domain/payment';
import { HandlerParts, PaymentDecisions } from './messages/payment-decisions';
import { PaymentsHandlers } from './messages/payments.handlers';
import { RewrappedCards } from './messages/rewrapped-cards';
import { database } from './persistence/database';
import type { Shared } from './persistence/payment.repository';
import { PaymentRepository } from './persistence/payment.repository';
import { paymentSealTables, putPaymentSeals } from './persistence/payment-seals';
import { openIncidents, scheduleMissingSyncs, scheduleBeginChecks } from './persistence/sweep';
import { QueryParts } from './queries/payments.queries';
import { PaymentQueries } from './queries/query.handlers';
import { RefundSnapshots, RefundsFollower } from './queries/refunds-follower';

class PaymentsService extends StatefulService<Payment, Shared> {}

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
const commands = (config: PaymentsConfig): FactoryProvider =>
  provide(
    PaymentsService,
    [DataSource, Broker, AccountSettings, PaymentRepository, PaymentDecisions],
    (database: DataSource, broker: Broker, settings: AccountSettings, repository: PaymentRepository, decisions) =>
      new PaymentsService({
        ...{ name: 'payments', database, broker, settings, repository, clock: systemClock, times: config },
        topics: [topics.paymentsCommands.name, topics.routingResults.name, topics.connectorResultsPayments.name],
        replyToRedelivery: decisions.replyToRedelivery,
        sweep: async (sql) => {
          await scheduleMissingSyncs(config.sweepAfterMs)(sql);
          metrics.setIncidents(await openIncidents(sql));
        },
        watch: { everyMs: config.beginCheckAfterMs / 6, work: scheduleBeginChecks(config.beginCheckAfterMs) },
      }),
  );

/** Queries and snapshots of refunds, outside the batches. */
const reads = (config: PaymentsConfig): FactoryProvider[] => [
  provide(
    QueryParts,
    [DataSource, HandlerParts, PaymentRepository],
    (dataSource: DataSource, parts: HandlerParts, repository: PaymentRepository) => ({
      ...{ ...parts, repository, now: () => systemClock.now() },
      read: (merchantId, work) => reading(dataSource, [merchantId], work),
    }),
  ),
  provide(QueryServer, [Broker], (broker: Broker) => new QueryServer(broker, topics.paymentsQueries.name)),
  provide(
    RefundsFollower,
    [DataSource, Broker, HandlerParts, PaymentRepository],
    (dataSource: DataSource, broker: Broker, parts: HandlerParts, repository: PaymentRepository) =>
      new RefundsFollower({
        ...{ ...parts, broker, repository, pauseMs: config.refundsPauseMs },
        transact: (merchants, work) => inTransaction(dataSource, { merchants }, work),
      }),
  ),
];

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
  provide(RotationTransport, [Broker, RewrapJob], (broker: Broker, job: RewrapJob) => {
    const consumer = { ...broker, groupId: 'payments.rewrapped', topics: [cardsRewrapped.topic], isTransient };
    return new RotationTransport({ ...consumer, isTurning: () => job.isTurning, everyMs: config.keysReloadEveryMs });
  }),
];

/** All wiring of the app. */
@Module({})
export class PaymentsModule implements OnApplicationBootstrap {
  constructor(private readonly rewrapJob: RewrapJob) {}

  static with(config: PaymentsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PaymentsModule,
      controllers: [PaymentsHandlers, PaymentQueries, RefundSnapshots, RewrappedCards],
      providers: [
        ...infrastructure({ name: 'payments', database, config, logger }),
        ...followedSettings(logger),
        PaymentRepository,
        PaymentDecisions,
        provide(HandlerParts, [AccountSettings], (settings: AccountSettings) => ({ settings, rules })),
        commands(config),
        ...reads(config),
        ...rewraps(config, logger),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(PaymentsService).transport,
      app.get(QueryServer),
      app.get(RefundsFollower),
      app.get(RotationTransport),
    ];
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [() => app.get(RewrapJob).close(), () => app.get(PaymentsService).stop(), ...infrastructureClosers(app)];
  }

  onApplicationBootstrap(): void {
    this.rewrapJob.start();
  }
}

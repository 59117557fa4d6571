import type { DynamicModule, FactoryProvider, INestApplicationContext, OnApplicationBootstrap } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import {
  AuthenticationTokens,
  cardsRewrapped,
  ClientSessions,
  LinkTokens,
  partsOfKey,
  RedirectTokens,
  topics,
} from '@payorch/contracts';
import { keyOf, systemClock } from '@payorch/kernel';
import { AccountSettings, Broker, MessageProducer } from '@payorch/platform/kafka';
import { GatheredReads, inTransaction, isTransient, reading, readingAtOnce } from '@payorch/platform/postgres';
import { paceOf, ResealJob, resealJob, RewrapJob, RotationTransport, SealWalk } from '@payorch/platform/rewrap';
import { CurrentPublicKey, followPublicKeys, MerchantSeals } from '@payorch/platform/sealing';
import { followedSettings, infrastructure, infrastructureClosers, provide } from '@payorch/platform/service';
import { OpsServer, QueryServer, StatefulService } from '@payorch/platform/shell';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { PaymentsConfig } from './config';
import { syncScheduleMs } from './config';
import type { DecideRules } from './payments/domain/decision';
import { Aggregates, RedeliveryReplies } from './aggregates/aggregates';
import { aggregateProviders } from './aggregates/aggregates.providers';
import { AuthenticationsHandlers } from './authentications/messages/authentications.handlers';
import { scheduleMissingAuthenticationJobs } from './authentications/persistence/open-authentications';
import { BlocklistHandlers } from './blocklist/messages/blocklist.handlers';
import { BlocklistQueries } from './blocklist/queries/blocklist.queries';
import { CustomersHandlers } from './customers/messages/customers.handlers';
import { CustomerQueries } from './customers/queries/customer.queries';
import { MandatesHandlers } from './mandates/messages/mandates.handlers';
import { scheduleMissingRevocationSyncs } from './mandates/persistence/pending-revocations';
import { MandateQueries } from './mandates/queries/mandate.queries';
import { OpsHandlers, OpsParts } from './ops/ops.handlers';
import { waitingTotals } from './ops/waiting';
import { PaymentTokens } from './payment-methods/domain/payment-tokens';
import { PaymentMethodsHandlers } from './payment-methods/messages/payment-methods.handlers';
import { CollectLinkQueries } from './payment-methods/queries/collect-link.queries';
import { PaymentMethodQueries } from './payment-methods/queries/payment-method.queries';
import { HandlerParts } from './payments/messages/payment-decisions';
import { PaymentsHandlers } from './payments/messages/payments.handlers';
import { RewrappedCards } from './payments/messages/rewrapped-cards';
import { database } from './persistence/database';
import { resealedTables } from './persistence/resealed-tables';
import type { Shared } from './payments/persistence/shared';
import { paymentFromRow } from './payments/persistence/payment.mapper';
import { PaymentRepository } from './payments/persistence/payment.repository';
import { paymentSealTables, putPaymentSeals } from './payments/persistence/payment-seals';
import { openIncidents, scheduleMissingSyncs, scheduleBeginChecks } from './payments/persistence/sweep';
import { MethodJudge } from './payments/queries/judge-method';
import { PaymentMethodsOfPayment } from './payments/queries/payment-methods-of-payment';
import { QueryParts } from './payments/queries/payments.queries';
import { PaymentLinkQueries } from './payments/queries/payment-links.queries';
import { PaymentQueries } from './payments/queries/query.handlers';
import { RefundSnapshots, RefundsFollower } from './payments/queries/refunds-follower';
import { RelaysHandlers } from './relays/messages/relays.handlers';
import { scheduleMissingRelaySyncs } from './relays/persistence/open-relays';
import { RelayQueries } from './relays/queries/relay.queries';

/** Sooner nothing is unusual about an operation without an outcome. */
const shownAfterMs = 30_000;

class PaymentsService extends StatefulService<unknown, Shared> {}

const rulesOf = (config: PaymentsConfig): DecideRules => ({
  publicUrl: config.publicUrl,
  redirectToken: new RedirectTokens(config.redirectSecrets).of,
  linkToken: new LinkTokens(config.redirectSecrets).of,
  clientSessionId: new ClientSessions(config.redirectSecrets).of,
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
const commands = (config: PaymentsConfig, logger: Logger): FactoryProvider =>
  provide(
    PaymentsService,
    [DataSource, Broker, AccountSettings, Aggregates, RedeliveryReplies],
    (database: DataSource, broker: Broker, settings: AccountSettings, repository: Aggregates, replies) =>
      new PaymentsService({
        name: 'payments',
        database,
        broker,
        settings,
        repository,
        clock: systemClock,
        times: config,
        logger,
        publicUrl: config.publicUrl,
        topics: [topics.paymentsCommands.name, topics.routingResults.name, topics.connectorResultsPayments.name],
        replyToRedelivery: replies.of,
        sweep: async (sql) => {
          await scheduleMissingSyncs(config.sweepAfterMs)(sql);
          await scheduleMissingRevocationSyncs(config.sweepAfterMs)(sql);
          await scheduleMissingRelaySyncs(config.sweepAfterMs)(sql);
          await scheduleMissingAuthenticationJobs(config.sweepAfterMs)(sql);
        },
        measure: async (sql) => {
          metrics.setIncidents(await openIncidents(sql));
          metrics.setWithoutOutcome(await waitingTotals(sql, shownAfterMs));
        },
        watch: { everyMs: config.beginCheckAfterMs / 6, work: scheduleBeginChecks(config.beginCheckAfterMs) },
      }),
  );

/** Queries and snapshots of refunds, outside the batches. */
const reads = (config: PaymentsConfig): FactoryProvider[] => [
  provide(
    QueryParts,
    [DataSource, HandlerParts, PaymentRepository],
    (dataSource: DataSource, parts: HandlerParts, repository: PaymentRepository) => {
      const payments = new GatheredReads((keys) => {
        const merchants = keys.map((key) => partsOfKey(key)[0]);
        return readingAtOnce(dataSource, merchants, (sql) => repository.rows(sql, keys));
      });
      return {
        ...parts,
        repository,
        now: () => systemClock.now(),
        read: (merchantId, work) => reading(dataSource, [merchantId], work),
        find: async (merchantId, paymentId) => {
          const row = await payments.read(keyOf(merchantId, paymentId));
          return row && paymentFromRow(row);
        },
      };
    },
  ),
  provide(
    QueryServer,
    [Broker, AccountSettings],
    (broker: Broker, settings: AccountSettings) =>
      new QueryServer(broker, topics.paymentsQueries.name, config.settingsWaitMs, settings),
  ),
  provide(OpsParts, [DataSource, PaymentRepository], (dataSource: DataSource, repository: PaymentRepository) => ({
    repository,
    read: (merchants, work) => reading(dataSource, merchants, work),
    change: (merchants, work) => inTransaction(dataSource, { merchants }, work),
  })),
  provide(
    OpsServer,
    [Broker],
    (broker: Broker) => new OpsServer(broker, topics.paymentsOps.name, config.settingsWaitMs),
  ),
  provide(
    RefundsFollower,
    [DataSource, Broker, HandlerParts, PaymentRepository],
    (dataSource: DataSource, broker: Broker, parts: HandlerParts, repository: PaymentRepository) =>
      new RefundsFollower({
        ...parts,
        broker,
        repository,
        pauseMs: config.refundsPauseMs,
        transact: (merchants, work) => inTransaction(dataSource, { merchants }, work),
      }),
  ),
];

/** Reseals rows under older data keys, and has workers reseal cards and other data that are sealed for an older key. */
const rewraps = (config: PaymentsConfig, logger: Logger): FactoryProvider[] => [
  // With the seals, so that the columns can be opened.
  provide(
    ResealJob,
    [DataSource, AccountSettings, MerchantSeals],
    (database: DataSource, settings: AccountSettings, _seals: MerchantSeals) =>
      resealJob(resealedTables, { database, settings, config, logger }),
  ),
  provide(RewrapJob, [DataSource, MessageProducer], (dataSource: DataSource, producer: MessageProducer) => {
    const sealingKey = new CurrentPublicKey(config.sealingPublicKeys);
    followPublicKeys(sealingKey, { logger, everyMs: config.keysReloadEveryMs });
    const pace = paceOf(config);
    return new RewrapJob({
      owner: 'payments',
      producer,
      logger,
      metrics,
      ...pace.job,
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
  constructor(
    private readonly rewrapJob: RewrapJob,
    private readonly resealing: ResealJob,
  ) {}

  static with(config: PaymentsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PaymentsModule,
      controllers: [
        PaymentsHandlers,
        CustomersHandlers,
        BlocklistHandlers,
        MandatesHandlers,
        PaymentMethodsHandlers,
        RelaysHandlers,
        AuthenticationsHandlers,
        PaymentQueries,
        PaymentLinkQueries,
        CustomerQueries,
        BlocklistQueries,
        MandateQueries,
        PaymentMethodQueries,
        CollectLinkQueries,
        RelayQueries,
        PaymentMethodsOfPayment,
        MethodJudge,
        RefundSnapshots,
        OpsHandlers,
        RewrappedCards,
      ],
      providers: [
        ...infrastructure({ name: 'payments', database, config, logger }),
        ...followedSettings(logger),
        provide(PaymentTokens, [], () => new PaymentTokens(config.redirectSecrets)),
        provide(AuthenticationTokens, [], () => new AuthenticationTokens(config.redirectSecrets)),
        ...aggregateProviders,
        provide(HandlerParts, [AccountSettings, MerchantSeals], (settings: AccountSettings, seals: MerchantSeals) => ({
          settings,
          rules,
          seals,
        })),
        commands(config, logger),
        ...reads(config),
        ...rewraps(config, logger),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(PaymentsService).transport,
      app.get(QueryServer),
      app.get(OpsServer),
      app.get(RefundsFollower),
      app.get(RotationTransport),
    ];
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(RewrapJob).close(),
      () => app.get(ResealJob).close(),
      () => app.get(PaymentsService).stop(),
      ...infrastructureClosers(app),
    ];
  }

  onApplicationBootstrap(): void {
    this.rewrapJob.start();
    this.resealing.start();
  }
}

import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
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
import { AccountSettings, Broker, SnapshotTransport } from '@payorch/platform/kafka';
import { GatheredReads, inTransaction, reading, readingAtOnce } from '@payorch/platform/postgres';
import { RotationTransport } from '@payorch/platform/rewrap';
import { MerchantSeals } from '@payorch/platform/sealing';
import {
  databaseModule,
  followedSettings,
  infrastructure,
  operatorProviders,
  provide,
  resealProvider,
  rewrapProviders,
  retentionProvider,
  snapshotBackfillProvider,
  snapshotsProvider,
  statefulProvider,
  syncRules,
} from '@payorch/platform/service';
import { expiringPaymentMethods } from './payment-methods/persistence/payment-method.rows';
import { expiringAuthentications } from './authentications/persistence/authentication.rows';
import { OpsServer, QueryServer, StatefulService } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { PaymentsConfig } from './config';
import type { DecideRules } from './payments/domain/decision';
import { Announcer, type AnnouncerOptions } from './announcements/announcer';
import { knownObjects } from './aggregates/known-objects';
import { Aggregates, RedeliveryReplies } from './aggregates/aggregates';
import { aggregateProviders } from './aggregates/aggregates.providers';
import { AuthenticationsHandlers } from './authentications/messages/authentications.handlers';
import { scheduleMissingAuthenticationJobs } from './authentications/persistence/authentication.store';
import { BlocklistHandlers } from './blocklist/messages/blocklist.handlers';
import { BlocklistQueries } from './blocklist/queries/blocklist.queries';
import { CustomersHandlers } from './customers/messages/customers.handlers';
import { CustomerQueries } from './customers/queries/customer.queries';
import { MandatesHandlers } from './mandates/messages/mandates.handlers';
import { scheduleMissingRevocationSyncs } from './mandates/persistence/mandate.store';
import { MandateQueries } from './mandates/queries/mandate.queries';
import { DisputesHandlers } from './disputes/messages/disputes.handlers';
import { scheduleMissingAnswerSyncs } from './disputes/persistence/dispute.store';
import { schedulePolls } from './disputes/persistence/schedule-polls';
import { DisputeQueries } from './disputes/queries/dispute.queries';
import { incidents } from './ops/incidents';
import { OpsHandlers } from './ops/ops.handlers';
import { waiting } from './ops/waiting';
import { PaymentTokens } from './payment-methods/domain/payment-tokens';
import { PaymentMethodsHandlers } from './payment-methods/messages/payment-methods.handlers';
import { CollectLinkQueries } from './payment-methods/queries/collect-link.queries';
import { PaymentMethodQueries } from './payment-methods/queries/payment-method.queries';
import { HandlerParts } from './payments/messages/payment-decisions';
import { PaymentsHandlers } from './payments/messages/payments.handlers';
import { RewrappedCards } from './payments/messages/rewrapped-cards';
import { database } from './persistence/database';
import { resealedTables } from './persistence/resealed-tables';
import type { Shared } from './payments/persistence/shared/shared';
import { paymentFromRow } from './payments/persistence/payment/payment.mapper';
import { PaymentRepository } from './payments/persistence/payment/payment.repository';
import { paymentSealTables } from './payments/persistence/payment/payment-seals';
import { scheduleMissingSyncs, scheduleBeginChecks } from './payments/persistence/sweep';
import { MethodJudge } from './payments/queries/methods/judge-method';
import { PaymentMethodsOfPayment } from './payments/queries/methods/payment-methods-of-payment';
import { QueryParts } from './payments/queries/payments.queries';
import { PaymentLinkQueries } from './payments/queries/links/payment-links.queries';
import { PaymentQueries } from './payments/queries/query.handlers';
import { RefundSnapshots, RefundsFollower } from './payments/queries/refunds-follower';
import { RelaysHandlers } from './relays/messages/relays.handlers';
import { scheduleMissingRelaySyncs } from './relays/persistence/relay.store';
import { RelayQueries } from './relays/queries/relay.queries';

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
  ...syncRules(config),
  customerTimeoutMs: config.customerTimeoutMs,
  refundsTimeoutMs: config.refundsTimeoutMs,
});

/** Commands, outcomes and due jobs, as batches. */
const commands = (config: PaymentsConfig, logger: Logger): FactoryProvider =>
  statefulProvider(PaymentsService, {
    name: 'payments',
    repository: Aggregates,
    replies: RedeliveryReplies,
    topics: [topics.paymentsCommands.name, topics.routingResults.name, topics.connectorResultsPayments.name],
    sweep: async (sql, settings) => {
      await scheduleMissingSyncs(config.sweepAfterMs)(sql);
      await scheduleMissingRevocationSyncs(config.sweepAfterMs)(sql);
      await scheduleMissingRelaySyncs(config.sweepAfterMs)(sql);
      await scheduleMissingAuthenticationJobs(config.sweepAfterMs)(sql);
      await scheduleMissingAnswerSyncs(config.sweepAfterMs)(sql);
      await schedulePolls(sql, settings.pollingProfiles());
    },
    watch: { everyMs: config.beginCheckAfterMs / 6, work: scheduleBeginChecks(config.beginCheckAfterMs) },
    waiting,
    config,
    logger,
  });

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
          return row && paymentFromRow(parts.seals, row);
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
  ...operatorProviders(topics.paymentsOps.name, { waiting, incidents }, config),
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

/** Publishes the changes of customers and saved payment methods, outside the batches. */
const announcer = ({ publicUrl, announceEveryMs: everyMs }: PaymentsConfig, logger: Logger): FactoryProvider =>
  provide(Announcer, [DataSource, Broker], (dataSource: DataSource, { producer }: Broker) => {
    const transact: AnnouncerOptions['transact'] = (work) => inTransaction(dataSource, { merchants: 'every' }, work);
    return new Announcer({ transact, producer, logger, publicUrl, everyMs });
  });

/** All wiring of the app. */
@Module({})
export class PaymentsModule {
  static with(config: PaymentsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PaymentsModule,
      imports: [databaseModule(database, { config, logger })],
      controllers: [
        PaymentsHandlers,
        CustomersHandlers,
        BlocklistHandlers,
        MandatesHandlers,
        PaymentMethodsHandlers,
        RelaysHandlers,
        DisputesHandlers,
        AuthenticationsHandlers,
        PaymentQueries,
        PaymentLinkQueries,
        CustomerQueries,
        BlocklistQueries,
        MandateQueries,
        PaymentMethodQueries,
        CollectLinkQueries,
        RelayQueries,
        DisputeQueries,
        PaymentMethodsOfPayment,
        MethodJudge,
        RefundSnapshots,
        OpsHandlers,
        RewrappedCards,
      ],
      providers: [
        ...infrastructure({ name: 'payments', config, logger }),
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
        snapshotsProvider('payments'),
        snapshotBackfillProvider(MerchantSeals, knownObjects, { ...config, logger }),
        announcer(config, logger),
        resealProvider(resealedTables, { config, logger }),
        retentionProvider(
          [
            { rows: expiringAuthentications, retentionMs: config.authenticationRetentionMs },
            { rows: expiringPaymentMethods, retentionMs: config.unusedLinkRetentionMs },
          ],
          { config, logger },
        ),
        ...rewrapProviders({ owner: 'payments', answer: cardsRewrapped, tables: paymentSealTables, config, logger }),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(PaymentsService).transport,
      app.get(QueryServer),
      app.get(OpsServer),
      app.get(RefundsFollower),
      app.get(SnapshotTransport),
      app.get(RotationTransport),
    ];
  }
}

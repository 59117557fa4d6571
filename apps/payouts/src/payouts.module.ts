import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { payoutCapabilityOf } from '@payorch/connectors/catalogue';
import { destinationsRewrapped, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { AccountSettings, Broker, SnapshotTransport } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import { MerchantReads } from '@payorch/platform/resources';
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
  snapshotBackfillProvider,
  snapshotsProvider,
  statefulProvider,
  syncRules,
} from '@payorch/platform/service';
import { OpsServer, QueryServer, StatefulService } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { PayoutsConfig } from './config';
import type { DecideRules } from './domain/decision';
import type { Payout } from './domain/payout';
import { knownPayouts } from './messages/known-payouts';
import { HandlerParts, PayoutDecisions } from './messages/payout-decisions';
import { PayoutsHandlers } from './messages/payouts.handlers';
import { RewrappedDestinations } from './messages/rewrapped-destinations';
import { incidents } from './ops/incidents';
import { OpsHandlers } from './ops/ops.handlers';
import { waiting } from './ops/waiting';
import { database } from './persistence/database';
import { payoutSealTables } from './persistence/payout-seals';
import { addMissingJobs, PayoutRepository } from './persistence/payout.repository';
import type { Shared } from './persistence/redacted-customers';
import { resealedTables } from './persistence/resealed-tables';
import { PayoutQueries, ViewParts } from './queries/payout.queries';

class PayoutsService extends StatefulService<Payout, Shared> {}

const rulesOf = (config: PayoutsConfig): DecideRules => ({
  outcomeTimeoutMs: config.outcomeTimeoutMs,
  ...syncRules(config),
  paidBy: payoutCapabilityOf,
});

/** Handles commands, outcomes and due jobs in batches. */
const commands = (config: PayoutsConfig, logger: Logger): FactoryProvider =>
  statefulProvider(PayoutsService, {
    name: 'payouts',
    repository: PayoutRepository,
    replies: PayoutDecisions,
    topics: [topics.payoutsCommands.name, topics.connectorResultsPayouts.name],
    sweep: addMissingJobs(config.sweepAfterMs),
    waiting,
    config,
    logger,
  });

/** Serves queries outside the batches. */
const reads = ({ settingsWaitMs }: PayoutsConfig): FactoryProvider[] => [
  provide(MerchantReads, [DataSource, MerchantSeals], (dataSource: DataSource, seals: MerchantSeals) => ({
    seals,
    read: (merchantId, work) => reading(dataSource, [merchantId], work),
  })),
  provide(ViewParts, [HandlerParts, AccountSettings], ({ gsmRule }: HandlerParts, settings: AccountSettings) => ({
    gsmRule,
    settings,
    now: () => systemClock.now(),
  })),
  provide(
    QueryServer,
    [Broker, AccountSettings],
    (broker: Broker, settings: AccountSettings) =>
      new QueryServer(broker, topics.payoutsQueries.name, settingsWaitMs, settings),
  ),
  ...operatorProviders(topics.payoutsOps.name, { waiting, incidents }, { settingsWaitMs }),
];

/** All wiring of the app. */
@Module({})
export class PayoutsModule {
  static with(config: PayoutsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: PayoutsModule,
      imports: [databaseModule(database, { config, logger })],
      controllers: [PayoutsHandlers, PayoutQueries, OpsHandlers, RewrappedDestinations],
      providers: [
        ...infrastructure({ name: 'payouts', config, logger }),
        ...followedSettings(logger),
        PayoutRepository,
        PayoutDecisions,
        provide(HandlerParts, [AccountSettings, MerchantSeals], (settings: AccountSettings, seals: MerchantSeals) => ({
          settings,
          seals,
          rules,
          gsmRule: (key) => settings.global.gsmRule(key),
        })),
        commands(config, logger),
        ...reads(config),
        snapshotsProvider('payouts'),
        snapshotBackfillProvider(MerchantSeals, knownPayouts, { ...config, logger }),
        resealProvider(resealedTables, { config, logger }),
        ...rewrapProviders({
          owner: 'payouts',
          answer: destinationsRewrapped,
          tables: payoutSealTables,
          config,
          logger,
        }),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(PayoutsService).transport,
      app.get(QueryServer),
      app.get(OpsServer),
      app.get(SnapshotTransport),
      app.get(RotationTransport),
    ];
  }
}

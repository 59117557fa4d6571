import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { canRefund } from '@payorch/connectors/catalogue';
import { topics } from '@payorch/contracts';
import { AccountSettings, Broker, SnapshotTransport } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import {
  databaseModule,
  followedSettings,
  infrastructure,
  operatorProviders,
  provide,
  snapshotBackfillProvider,
  snapshotsProvider,
  statefulProvider,
  syncRules,
} from '@payorch/platform/service';
import { OpsServer, QueryServer, StatefulService } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { RefundsConfig } from './config';
import type { DecideRules } from './domain/decision';
import type { PaymentRefunds } from './domain/payment-refunds';
import { knownRefunds } from './messages/known-refunds';
import { HandlerParts, RefundDecisions } from './messages/refund-decisions';
import { RefundsHandlers } from './messages/refunds.handlers';
import { database } from './persistence/database';
import type { Shared } from './persistence/refund.repository';
import { RefundRepository } from './persistence/refund.repository';
import { incidents } from './ops/incidents';
import { OpsHandlers } from './ops/ops.handlers';
import { waiting } from './ops/waiting';
import { addMissingJobs } from './persistence/sweep';
import { QueryParts, RefundQueries } from './queries/refund.queries';

class RefundsService extends StatefulService<PaymentRefunds, Shared> {}

const rulesOf = (config: RefundsConfig): DecideRules => ({
  maxRefundsPerPayment: config.maxRefundsPerPayment,
  scheduledDelayMs: config.scheduledDelayMs,
  outcomeTimeoutMs: config.outcomeTimeoutMs,
  ...syncRules(config),
  canRefund,
});

/** Handles commands, outcomes and due jobs in batches. */
const commands = (config: RefundsConfig, logger: Logger): FactoryProvider =>
  statefulProvider(RefundsService, {
    name: 'refunds',
    repository: RefundRepository,
    replies: RefundDecisions,
    topics: [topics.refundsCommands.name, topics.connectorResultsRefunds.name],
    sweep: addMissingJobs(config.sweepAfterMs),
    waiting,
    config,
    logger,
  });

/** Serves queries outside the batches. */
const reads = ({ settingsWaitMs }: RefundsConfig): FactoryProvider[] => [
  provide(
    QueryParts,
    [DataSource, HandlerParts, RefundRepository],
    (dataSource: DataSource, { gsmRule }: HandlerParts, repository: RefundRepository) => ({
      repository,
      gsmRule,
      read: (merchantId, work) => reading(dataSource, [merchantId], work),
    }),
  ),
  provide(
    QueryServer,
    [Broker],
    (broker: Broker) => new QueryServer(broker, topics.refundsQueries.name, settingsWaitMs),
  ),
  ...operatorProviders(topics.refundsOps.name, { waiting, incidents }, { settingsWaitMs }),
];

/** All wiring of the app. */
@Module({})
export class RefundsModule {
  static with(config: RefundsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: RefundsModule,
      imports: [databaseModule(database, { config, logger })],
      controllers: [RefundsHandlers, RefundQueries, OpsHandlers],
      providers: [
        ...infrastructure({ name: 'refunds', config, logger }),
        ...followedSettings(logger),
        RefundRepository,
        RefundDecisions,
        provide(HandlerParts, [AccountSettings], (settings: AccountSettings) => ({
          settings,
          rules,
          gsmRule: (key) => settings.global.gsmRule(key),
        })),
        commands(config, logger),
        ...reads(config),
        snapshotsProvider('refunds'),
        snapshotBackfillProvider(HandlerParts, ({ gsmRule }) => knownRefunds(gsmRule), { ...config, logger }),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [app.get(RefundsService).transport, app.get(QueryServer), app.get(OpsServer), app.get(SnapshotTransport)];
  }
}

import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { canRefund } from '@payorch/connectors/catalogue';
import { topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { AccountSettings, Broker } from '@payorch/platform/kafka';
import { inTransaction, reading } from '@payorch/platform/postgres';
import { followedSettings, infrastructure, infrastructureClosers, provide } from '@payorch/platform/service';
import { OpsServer, QueryServer, StatefulService } from '@payorch/platform/shell';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { RefundsConfig } from './config';
import { syncScheduleMs } from './config';
import type { DecideRules } from './domain/decision';
import type { PaymentRefunds } from './domain/payment-refunds';
import { HandlerParts, RefundDecisions } from './messages/refund-decisions';
import { RefundsHandlers } from './messages/refunds.handlers';
import { database } from './persistence/database';
import type { Shared } from './persistence/refund.repository';
import { RefundRepository } from './persistence/refund.repository';
import { OpsHandlers, OpsParts } from './ops/ops.handlers';
import { waitingTotals } from './ops/waiting';
import { openIncidents, addMissingJobs } from './persistence/sweep';
import { QueryParts, RefundQueries } from './queries/refund.queries';

/** Sooner nothing is unusual about an operation without an outcome. */
const shownAfterMs = 30_000;

class RefundsService extends StatefulService<PaymentRefunds, Shared> {}

const rulesOf = (config: RefundsConfig): DecideRules => ({
  maxRefundsPerPayment: config.maxRefundsPerPayment,
  scheduledDelayMs: config.scheduledDelayMs,
  outcomeTimeoutMs: config.outcomeTimeoutMs,
  syncAfterMs: syncScheduleMs(config),
  syncsBeforeIncident: 12,
  canRefund,
});

/** Handles commands, outcomes and due jobs in batches. */
const commands = (config: RefundsConfig, logger: Logger): FactoryProvider =>
  provide(
    RefundsService,
    [DataSource, Broker, AccountSettings, RefundRepository, RefundDecisions],
    (database: DataSource, broker: Broker, settings: AccountSettings, repository: RefundRepository, decisions) =>
      new RefundsService({
        name: 'refunds',
        database,
        broker,
        settings,
        repository,
        clock: systemClock,
        times: config,
        logger,
        publicUrl: config.publicUrl,
        topics: [topics.refundsCommands.name, topics.connectorResultsRefunds.name],
        replyToRedelivery: decisions.replyToRedelivery,
        sweep: addMissingJobs(config.missingJobAfterMs),
        measure: async (sql) => {
          metrics.setIncidents(await openIncidents(sql));
          metrics.setWithoutOutcome(await waitingTotals(sql, shownAfterMs));
        },
      }),
  );

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
  provide(OpsParts, [DataSource, RefundRepository], (dataSource: DataSource, repository: RefundRepository) => ({
    repository,
    read: (merchants, work) => reading(dataSource, merchants, work),
    change: (merchants, work) => inTransaction(dataSource, { merchants }, work),
  })),
  provide(OpsServer, [Broker], (broker: Broker) => new OpsServer(broker, topics.refundsOps.name, settingsWaitMs)),
];

/** All wiring of the app. */
@Module({})
export class RefundsModule {
  static with(config: RefundsConfig, logger: Logger): DynamicModule {
    const rules = rulesOf(config);
    return {
      module: RefundsModule,
      controllers: [RefundsHandlers, RefundQueries, OpsHandlers],
      providers: [
        ...infrastructure({ name: 'refunds', database, config, logger }),
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
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [app.get(RefundsService).transport, app.get(QueryServer), app.get(OpsServer)];
  }

  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [() => app.get(RefundsService).stop(), ...infrastructureClosers(app)];
  }
}

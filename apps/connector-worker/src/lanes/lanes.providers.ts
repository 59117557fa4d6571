import type { Provider } from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { AccountGates } from '@payorch/platform/http';
import { AccountSettings, Broker, MessageProducer } from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { provide } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { OperationTurns } from '../admission/operation-turns';
import type { Config } from '../config';
import { deferredOperationOf, DeferredOperations } from './deferred-operations';
import { DeferredOperationRepository } from '../persistence/deferred-operation.repository';
import { WorkerPresenceRepository } from '../persistence/worker-presence.repository';
import { HealthReports } from '../presence/health-reports';
import { BrokerTopics } from './broker-topics';
import { LaneTransports } from './lane-transports';
import { Presence } from '../presence/presence';

const clock = systemClock;
/** How often the worker tries to begin deferred operations; less often when there are none. */
const deferredEveryMs = 1_000;

/** How often the worker looks for lanes that an operator has added or deleted. */
const lanesEveryMs = 5_000;

/** What takes commands from the lanes, and what begins those again that could not be begun. */
export const laneProviders = (config: Config, logger: Logger): Provider[] => [
  DeferredOperationRepository,
  provide(
    Presence,
    [DataSource],
    (database: DataSource) => new Presence(new WorkerPresenceRepository(database), logger, config.presenceEveryMs),
  ),
  provide(
    HealthReports,
    [MessageProducer],
    (producer: MessageProducer) => new HealthReports({ producer, clock, logger, everyMs: config.healthEveryMs }),
  ),
  provide(
    DeferredOperations,
    [DeferredOperationRepository, AccountGates, LaneTransports],
    (rows: DeferredOperationRepository, gates: AccountGates, lanes: LaneTransports) =>
      new DeferredOperations({
        rows,
        gates,
        lanes,
        logger,
        leaseMs: config.leaseMs + 2 * config.callTimeoutMs,
        everyMs: deferredEveryMs,
      }),
  ),
  provide(BrokerTopics, [Broker], (broker: Broker) => closedAtShutdown(new BrokerTopics(broker), (it) => it.close())),
  provide(
    LaneTransports,
    [Broker, OperationTurns, BrokerTopics, Presence, HealthReports, AccountSettings, DeferredOperationRepository],
    (
      broker: Broker,
      turns: OperationTurns,
      brokerTopics: BrokerTopics,
      presence: Presence,
      health: HealthReports,
      { lanes }: AccountSettings,
      deferred: DeferredOperationRepository,
    ) =>
      new LaneTransports({
        own: config.lanes,
        maxInFlight: config.maxInFlight,
        topics: brokerTopics,
        defer: (incoming) => deferred.add(deferredOperationOf(incoming)),
        everyMs: lanesEveryMs,
        broker,
        turns,
        presence,
        health,
        lanes,
        clock,
      }),
  ),
];

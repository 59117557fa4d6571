import { Module } from '@nestjs/common';
import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { topics } from '@payorch/contracts';
import { AccountGates, ConnectorHttp, type HealthChecks } from '@payorch/platform/http';
import { Broker } from '@payorch/platform/kafka';
import { closedAtShutdown, endedAtShutdown } from '@payorch/platform/lifecycle';
import { reading } from '@payorch/platform/postgres';
import { RotationTransport } from '@payorch/platform/rewrap';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { databaseModule, followedSettings, infrastructure, provide } from '@payorch/platform/service';
import { OpsServer } from '@payorch/platform/shell';
import { StorageModule } from '@payorch/platform/storage';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { admissionProviders } from './admission/admission.providers';
import { applePayProviders } from './apple-pay/apple-pay.providers';
import type { Config } from './config';
import { disputeProviders } from './disputes/disputes.providers';
import { ConnectorHandlers } from './messages/connector.handlers';
import { BeginChecks, BeginChecksTransport } from './messages/begin-checks';
import { ConnectorQueries, ConnectorQueriesTransport } from './messages/connector-queries';
import { OpsHandlers, OpsParts } from './ops/ops.handlers';
import { Rewraps } from './messages/rewraps';
import { TokenDeletionsTransport, TokenMessages, TokenQueriesTransport } from './messages/token-messages';
import { networkTokenProviders } from './network-tokens/network-tokens.providers';
import { entities, migrations, schema } from './persistence/schema';
import { LaneTransports } from './lanes/lane-transports';
import { laneProviders } from './lanes/lanes.providers';
import { messageProviders } from './messages/messages.providers';
import { operationProviders } from './operations/operations.providers';
import { sealedProviders } from './sealed/sealed.providers';
import { redisClient } from './sealed/redis-client';

const outside = (config: Config, logger: Logger): FactoryProvider[] => [
  ...infrastructure({ name: 'connector-worker', config, logger }),
  ...followedSettings(logger),
  provide<RedisClient, []>(redisClient, [], async () =>
    closedAtShutdown(await openRedis({ url: config.redisUrl, logger }), (redis) => redis.disconnect()),
  ),
  provide(ConnectorHttp, [AccountGates], (gates: AccountGates) => {
    const http = new ConnectorHttp({ gates, connectTimeoutMs: config.connectTimeoutMs });
    // The outcomes of calls in flight are stored and published while the connections are still open.
    return endedAtShutdown(http, () => http.close());
  }),
];

const opsProviders: readonly FactoryProvider[] = [
  provide(OpsParts, [DataSource], (database: DataSource) => ({
    read: (merchants, work) => reading(database, merchants, work),
  })),
  provide(OpsServer, [Broker], (broker: Broker) => new OpsServer(broker, topics.connectorOps.name, 0)),
];

/** Wires the service. */
@Module({})
export class ConnectorWorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConnectorWorkerModule,
      controllers: [ConnectorHandlers, BeginChecks, ConnectorQueries, TokenMessages, Rewraps, OpsHandlers],
      imports: [
        databaseModule({ schema, entities, migrations }, { config, logger }),
        StorageModule.with(config, logger),
      ],
      providers: [
        ...outside(config, logger),
        ...admissionProviders(config),
        ...sealedProviders(config, logger),
        ...operationProviders(config, logger),
        ...disputeProviders(config, logger),
        ...applePayProviders(config, logger),
        ...networkTokenProviders(config, logger),
        ...laneProviders(config, logger),
        ...messageProviders(config, logger),
        ...opsProviders,
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(LaneTransports),
      app.get(BeginChecksTransport),
      app.get(ConnectorQueriesTransport),
      app.get(OpsServer),
      app.get(TokenQueriesTransport),
      app.get(TokenDeletionsTransport),
      app.get(RotationTransport),
    ];
  }

  /** Redis is optional for health: without it only the stored CVCs are lost. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get<RedisClient>(redisClient).ping() };
  }
}

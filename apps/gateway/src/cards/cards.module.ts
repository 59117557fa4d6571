import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnersModule } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { CardFacts } from './card-facts';
import { CardsInfo } from './cards-info';
import { CardsController } from './http/cards.controller';
import { CardInfoRepository } from './persistence/card-info.repository';

@Module({
  imports: [AuthModule, OwnersModule],
  controllers: [CardsController],
  providers: [
    CardInfoRepository,
    {
      provide: CardFacts,
      inject: [Database, CardInfoRepository, loggerToken, configToken],
      useFactory: (database: Database, rows: CardInfoRepository, logger: Logger, config: GatewayConfig) =>
        new CardFacts({
          find: (iins) => database.read([], (sql) => rows.findLongest(sql, iins)),
          refreshAfterMs: config.cardFactsRefreshMs,
          onFault: (error) => logger.warn({ error }, 'the gateway could not read the facts of a card'),
        }),
    },
    {
      provide: CardsInfo,
      inject: [Database, CardInfoRepository, CardFacts, configToken],
      useFactory: (database: Database, rows: CardInfoRepository, facts: CardFacts, config: GatewayConfig) =>
        new CardsInfo(database, rows, facts, { maxRows: config.cardsUploadRows }),
    },
  ],
  exports: [CardFacts],
})
export class CardsModule {}

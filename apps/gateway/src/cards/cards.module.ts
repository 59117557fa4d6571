import { Module } from '@nestjs/common';
import type { Sql } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnersModule } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { CardFacts, type IssuedCardInfo } from './card-facts';
import { CardIssuers } from './card-issuers';
import { CardsInfo } from './cards-info';
import { CardsController } from './http/cards.controller';
import { CardIssuersController } from './http/card-issuers.controller';
import { CardInfoRepository } from './persistence/card-info.repository';
import { CardIssuerRepository } from './persistence/card-issuer.repository';

@Module({
  imports: [AuthModule, OwnersModule],
  controllers: [CardsController, CardIssuersController],
  providers: [
    CardInfoRepository,
    CardIssuerRepository,
    CardIssuers,
    {
      provide: CardFacts,
      inject: [Database, CardInfoRepository, CardIssuerRepository, loggerToken, configToken],
      useFactory: (
        database: Database,
        rows: CardInfoRepository,
        issuers: CardIssuerRepository,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new CardFacts({
          find: (iins) => database.read([], (sql) => findIssued(sql, iins, { rows, issuers })),
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
  exports: [CardFacts, CardIssuers],
})
export class CardsModule {}

interface Tables {
  readonly rows: CardInfoRepository;
  readonly issuers: CardIssuerRepository;
}

async function findIssued(
  sql: Sql,
  iins: readonly string[],
  { rows, issuers }: Tables,
): Promise<IssuedCardInfo | undefined> {
  const info = await rows.findLongest(sql, iins);
  if (!info) return undefined;
  const issuer = info.card_issuer === null ? undefined : await issuers.findByName(sql, info.card_issuer);
  return { info, issuerId: issuer?.id ?? null };
}

import type { FactoryProvider } from '@nestjs/common';
import { snapshotTopicsOf } from '@payorch/contracts';
import { Broker, SnapshotTransport } from '@payorch/platform/kafka';
import { inTransaction } from '@payorch/platform/postgres';
import { type KnownObjects, SnapshotBackfill } from '@payorch/platform/snapshots';
import { type Logger, metrics } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { provide, type Token } from './provide';

/** Keeps the snapshot topics of the objects that an app owns. */
export const snapshotsProvider = (app: string): FactoryProvider =>
  provide(
    SnapshotTransport,
    [Broker],
    (broker: Broker) =>
      new SnapshotTransport({ ...broker, groupId: `${app}.snapshots`, snapshotsOf: snapshotTopicsOf(app) }),
  );

/** The interval of the attempts while the backfill waits: for its turn, for copies, for payments. */
const backfillEveryMs = 2_000;
const backfillPageRows = 100;

/** Puts the objects of an app that are older than their snapshot topics on them. `Part`: what reads their rows. */
export const snapshotBackfillProvider = <Part>(
  part: Token<Part>,
  known: (part: Part) => readonly KnownObjects[],
  { publicUrl, logger }: { readonly publicUrl: string; readonly logger: Logger },
): FactoryProvider =>
  provide(
    SnapshotBackfill,
    [DataSource, Broker, SnapshotTransport, part],
    (database: DataSource, { producer }: Broker, copies: SnapshotTransport, reader: Part) =>
      new SnapshotBackfill({
        known: known(reader),
        transact: (work) => inTransaction(database, { merchants: 'every' }, work),
        producer,
        hasCopied: () => copies.hasCopied(),
        logger,
        metrics,
        publicUrl,
        everyMs: backfillEveryMs,
        pageRows: backfillPageRows,
      }),
  );

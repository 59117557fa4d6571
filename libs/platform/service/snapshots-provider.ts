import type { FactoryProvider } from '@nestjs/common';
import { snapshotTopicsOf } from '@payorch/contracts';
import { Broker, SnapshotTransport } from '@payorch/platform/kafka';
import { provide } from './provide';

/** Keeps the snapshot topics of the objects that an app owns. */
export const snapshotsProvider = (app: string): FactoryProvider =>
  provide(
    SnapshotTransport,
    [Broker],
    (broker: Broker) =>
      new SnapshotTransport({ ...broker, groupId: `${app}.snapshots`, snapshotsOf: snapshotTopicsOf(app) }),
  );

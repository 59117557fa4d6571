import type { FactoryProvider } from '@nestjs/common';
import { type Expiring, RetentionWorker } from '@payorch/platform/retention';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { provide } from './provide';

/** Provides what deletes the rows of a service that are older than their retention. */
export const retentionProvider = (
  expiring: readonly Expiring[],
  { config, logger }: { readonly config: { readonly retentionEveryMs: number }; readonly logger: Pick<Logger, 'warn'> },
): FactoryProvider =>
  provide(
    RetentionWorker,
    [DataSource],
    (database: DataSource) => new RetentionWorker({ database, expiring, everyMs: config.retentionEveryMs, logger }),
  );

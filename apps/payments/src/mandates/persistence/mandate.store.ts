import { Injectable } from '@nestjs/common';
import { mandateKey } from '@payorch/contracts';
import { oneOf, type Sql, type Statement } from '@payorch/platform/postgres';
import { ResourceStore, scheduleMissing } from '@payorch/platform/resources';
import { MerchantSeals } from '@payorch/platform/sealing';
import type { AggregateStore } from '@payorch/platform/shell';
import type { Mandate } from '../domain/mandate';
import { revocationSyncDue } from './jobs';
import { mandateFromRow, mandateToRow } from './mandate.mapper';
import { MandateRow } from './mandate.rows';

/** The rows of mandates. */
@Injectable()
export class MandateRows extends ResourceStore<Mandate, MandateRow> {
  constructor(seals: MerchantSeals) {
    super(MandateRow, {
      keyOf: mandateKey,
      toRow: (mandate) => mandateToRow(seals, mandate),
      fromRow: (row) => mandateFromRow(seals, row),
    });
  }
}

/**
 * Mandates as aggregates of their own. Its commands lock a mandate before the inbox is read, as for every aggregate. The payments
 * of a batch charge the same mandates: both find them in `BatchMandates`, which is written once, with what payments share.
 */
@Injectable()
export class MandateStore implements AggregateStore<Mandate, unknown> {
  constructor(private readonly rows: MandateRows) {}

  load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, Mandate>> {
    return this.rows.load(sql, keys, purpose);
  }

  writes(): readonly Statement[] {
    return [];
  }
}

export const scheduleMissingRevocationSyncs = scheduleMissing(MandateRow, {
  job: revocationSyncDue,
  open: `${oneOf('status', ['pending'])} AND revocation ->> 'state' = 'pending'`,
  partition: `(revocation ->> 'partition')::smallint`,
});

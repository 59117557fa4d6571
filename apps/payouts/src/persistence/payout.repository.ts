import { Injectable } from '@nestjs/common';
import { keyOfPayout } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { oneOf, type Sql, type Statement } from '@payorch/platform/postgres';
import { ResourceStore, scheduleMissing } from '@payorch/platform/resources';
import { MerchantSeals, type RowSeals } from '@payorch/platform/sealing';
import type { Change, Repository } from '@payorch/platform/shell';
import type { Payout } from '../domain/payout';
import { openStates } from '../domain/payout-states';
import { payoutDueJob } from './jobs';
import { payoutFromRow, payoutToRow } from './payout.mapper';
import { PayoutRow } from './payout.rows';
import { loadPages, type Shared } from './redacted-customers';

const openIncidents = `
  INSERT INTO incidents (merchant_id, payout_id, kind)
  SELECT merchant_id, payout_id, kind FROM jsonb_populate_recordset(NULL::incidents, $1)
  ON CONFLICT DO NOTHING`;

/** Loads and saves many payouts at once, with the incidents that their changes open. */
@Injectable()
export class PayoutRepository extends ResourceStore<Payout, PayoutRow> implements Repository<Payout, Shared> {
  constructor(seals: MerchantSeals) {
    super(PayoutRow, storedWith(seals));
  }

  merchantsOf(batch: readonly Incoming[]): readonly string[] {
    return [...new Set(batch.map(({ data }) => (data as { merchantId: string }).merchantId))];
  }

  /** A key of another kind names no payout: that of a deleted customer. */
  override load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, Payout>> {
    const ofPayouts = keys.filter((key) => key.split('/').length === 2);
    return ofPayouts.length > 0 ? super.load(sql, ofPayouts, purpose) : Promise.resolve(new Map());
  }

  loadShared(sql: Sql, batch: readonly Incoming[]): Promise<Shared> {
    return loadPages(sql, batch);
  }

  override writes(changes: readonly Change<Payout>[]): readonly Statement[] {
    const opened = changes.flatMap(openedBy);
    const incidents = opened.length > 0 ? [{ text: openIncidents, params: [JSON.stringify(opened)] }] : [];
    return [...super.writes(changes), ...incidents];
  }
}

const storedWith = (seals: RowSeals) => ({
  keyOf: keyOfPayout,
  toRow: (payout: Payout) => payoutToRow(seals, payout),
  fromRow: (row: Parameters<typeof payoutFromRow>[1]) => payoutFromRow(seals, row),
});

const openedBy = ({ before, after: { merchantId, payoutId, incidents } }: Change<Payout>) =>
  incidents
    .filter((kind) => !before?.incidents.includes(kind))
    .map((kind) => ({ merchant_id: merchantId, payout_id: payoutId, kind }));

export const addMissingJobs = scheduleMissing(PayoutRow, {
  job: payoutDueJob,
  open: oneOf('state', openStates),
  isOnlyKind: true,
});

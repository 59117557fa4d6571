import { Injectable } from '@nestjs/common';
import { processorDispute } from '@payorch/contracts';
import type { AccountRef, ProcessorDispute } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { RowOf } from '@payorch/platform/postgres';
import { columnsOf, inOneTrip, inTransaction, numbered, reading } from '@payorch/platform/postgres';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { UnmatchedDisputeRow } from './unmatched-dispute.rows';

/** What a processor said of a dispute of a charge that this service does not know yet. */
export interface UnmatchedDispute {
  readonly merchantId: MerchantId;
  readonly account: AccountRef;
  /** The id of its report, once the charge is known. */
  readonly messageId: string;
  readonly source: 'webhook' | 'list';
  readonly charge: { readonly reference: string; readonly operationIds: readonly string[] };
  readonly dispute: ProcessorDispute;
}

/** The database writes the times. */
const columns = columnsOf(UnmatchedDisputeRow).without('received_at', 'next_match_at');
type Row = RowOf<typeof columns>;

const addStatement = numbered(`${columns.insertFromJson} ON CONFLICT (${columns.key}) DO NOTHING`);

const toRow = ({ merchantId, account, messageId, source, charge, dispute }: UnmatchedDispute): Row => ({
  merchant_id: merchantId,
  message_id: messageId,
  connector: account.connector,
  merchant_connector_id: account.merchantConnectorId,
  charge_reference: charge.reference,
  operation_ids: charge.operationIds,
  source,
  dispute: z.encode(processorDispute, dispute),
});

const fromRow = (row: Row): UnmatchedDispute => ({
  merchantId: row.merchant_id as MerchantId,
  account: { connector: row.connector, merchantConnectorId: row.merchant_connector_id as MerchantConnectorId },
  messageId: row.message_id,
  source: row.source,
  charge: { reference: row.charge_reference, operationIds: row.operation_ids },
  dispute: z.decode(processorDispute, row.dispute as z.input<typeof processorDispute>),
});

/** After a search that found no charge, the next one waits as long as the notice is old already, and at most this long. */
const longestWaitS = 600;
const shortestWaitS = 2;

/** The notices of disputes that wait for their charge. */
@Injectable()
export class UnmatchedDisputeRepository {
  constructor(private readonly database: DataSource) {}

  /** Durable when this returns. A notice that is added twice is stored once. */
  async add(disputes: readonly UnmatchedDispute[]): Promise<void> {
    if (disputes.length === 0) return;
    await inTransaction(this.database, { merchants: disputes.map(({ merchantId }) => merchantId) }, (sql) =>
      sql.query(addStatement, [JSON.stringify(disputes.map(toRow))]),
    );
  }

  /** The notices of a charge that wait, in the order in which they came. */
  async ofCharge(
    merchantId: MerchantId,
    account: AccountRef,
    chargeReference: string,
  ): Promise<readonly UnmatchedDispute[]> {
    const rows = await reading(this.database, [merchantId], (sql) =>
      sql.query<Row>(
        `SELECT ${columns.list} FROM unmatched_disputes
         WHERE merchant_id = $1 AND merchant_connector_id = $2 AND charge_reference = $3
         ORDER BY received_at, message_id`,
        [merchantId, account.merchantConnectorId, chargeReference],
      ),
    );
    return rows.map(fromRow);
  }

  /** One notice of each of at most `atOnce` charges that are searched again now, and when each is searched next: later. */
  async takeDue(atOnce: number): Promise<readonly UnmatchedDispute[]> {
    const rows = await inTransaction(this.database, { merchants: 'every' }, (sql) =>
      sql.query<Row>(
        `UPDATE unmatched_disputes SET next_match_at = clock_timestamp() + make_interval(secs => least(
           greatest(extract(epoch FROM clock_timestamp() - received_at), $2::double precision), $3::double precision))
         WHERE (merchant_id, message_id) IN (
           SELECT merchant_id, message_id FROM unmatched_disputes WHERE next_match_at <= clock_timestamp()
           ORDER BY next_match_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns.list}`,
        [atOnce, shortestWaitS, longestWaitS],
      ),
    );
    const byCharge = new Map(
      rows.map((row) => [JSON.stringify([row.merchant_id, row.merchant_connector_id, row.charge_reference]), row]),
    );
    return [...byCharge.values()].map(fromRow);
  }

  /** Removes notices whose reports are published. */
  async remove(disputes: readonly UnmatchedDispute[]): Promise<void> {
    if (disputes.length === 0) return;
    await inTransaction(this.database, { merchants: disputes.map(({ merchantId }) => merchantId) }, (sql) =>
      sql.query(
        `DELETE FROM unmatched_disputes u
         USING jsonb_to_recordset($1::jsonb) AS gone (merchant_id text, message_id text)
         WHERE u.merchant_id = gone.merchant_id AND u.message_id = gone.message_id`,
        [
          JSON.stringify(
            disputes.map(({ merchantId, messageId }) => ({ merchant_id: merchantId, message_id: messageId })),
          ),
        ],
      ),
    );
  }

  /** How many notices of each connector wait. */
  async counts(): Promise<readonly { readonly connector: string; readonly count: number }[]> {
    return reading(this.database, 'every', (sql) =>
      sql.query<{ connector: string; count: number }>(
        'SELECT connector, count(*)::int AS count FROM unmatched_disputes GROUP BY connector',
      ),
    );
  }

  /** Deletes at most `atOnce` notices whose charge was not known for so long; returns the number of deleted ones. */
  async forget(olderThanMs: number, atOnce: number): Promise<number> {
    const [row] = await inOneTrip<{ gone: number }>(
      this.database,
      { merchants: 'every', commit: 'asynchronous' },
      `WITH gone AS (
         DELETE FROM unmatched_disputes WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM unmatched_disputes WHERE received_at < now() - make_interval(secs => $1::double precision / 1000)
           ORDER BY received_at LIMIT $2))
         RETURNING 1
       )
       SELECT count(*)::int AS gone FROM gone`,
      [olderThanMs, atOnce],
    );
    return row!.gone;
  }
}

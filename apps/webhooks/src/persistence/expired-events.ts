import type { MerchantId } from '@payorch/kernel';
import { inTransaction } from '@payorch/platform/postgres';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';

/** Events of one transaction. */
const atOnce = 500;

/** From merchant to merchant along the primary key: the cost depends on their number, not on that of events. */
const merchantsWithEvents = `
  WITH RECURSIVE found AS (
    (SELECT merchant_id FROM events ORDER BY merchant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT e.merchant_id FROM events e WHERE e.merchant_id > found.merchant_id ORDER BY e.merchant_id LIMIT 1)
    FROM found WHERE found.merchant_id IS NOT NULL
  )
  SELECT merchant_id FROM found WHERE merchant_id IS NOT NULL`;

/** A delivery that still waits stays with its event, however old it is. */
const deleteOldest = `
  WITH old AS (
    SELECT e.merchant_id, e.event_id FROM events e JOIN deliveries d USING (merchant_id, event_id)
    WHERE e.merchant_id = $1 AND e.created_at < now() - make_interval(secs => $2::double precision / 1000)
      AND d.state <> 'waiting'
    ORDER BY e.created_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ), attempts_gone AS (
    DELETE FROM attempts a USING old WHERE a.merchant_id = old.merchant_id AND a.event_id = old.event_id
  ), deliveries_gone AS (
    DELETE FROM deliveries d USING old WHERE d.merchant_id = old.merchant_id AND d.event_id = old.event_id
  ), events_gone AS (
    DELETE FROM events e USING old WHERE e.merchant_id = old.merchant_id AND e.event_id = old.event_id RETURNING 1
  )
  SELECT count(*)::int AS gone FROM events_gone`;

export interface ExpiredEventsOptions {
  readonly everyMs: number;
  readonly retentionMs: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Deletes events with their deliveries and attempts when they are older than events are stored. */
export class ExpiredEvents extends PeriodicWorker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: ExpiredEventsOptions,
  ) {
    super({ everyMs: options.everyMs });
  }

  async round(): Promise<void> {
    try {
      const merchants = await inTransaction(this.dataSource, { merchants: 'every' }, (sql) =>
        sql.query<{ merchant_id: MerchantId }>(merchantsWithEvents),
      );
      for (const { merchant_id: merchantId } of merchants) await this.deleteOf(merchantId);
    } catch (error) {
      this.options.logger.warn({ error }, 'old webhook events could not be deleted; the next round retries');
    }
  }

  private async deleteOf(merchantId: MerchantId): Promise<void> {
    for (let gone = atOnce; gone === atOnce && !this.isStopping;) {
      const [row] = await inTransaction(this.dataSource, { merchants: [merchantId] }, (sql) =>
        sql.query<{ gone: number }>(deleteOldest, [merchantId, this.options.retentionMs, atOnce]),
      );
      gone = row?.gone ?? 0;
    }
  }
}

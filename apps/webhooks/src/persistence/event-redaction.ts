import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { inTransaction } from '@payorch/platform/postgres';
import { MerchantSeals } from '@payorch/platform/sealing';
import { DataSource } from 'typeorm';
import { redactBody } from '../domain/redact-body';
import { bodyFromColumn, bodyToColumn } from './delivery.repository';
import type { EventRow } from './webhooks.rows';

/** Events of one transaction. */
const atOnce = 100;

type Found = Pick<EventRow, 'event_id' | 'body'>;

/** Erases personal data in stored events. */
@Injectable()
export class EventRedaction {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seals: MerchantSeals,
  ) {}

  /** All events about an object; also those whose delivery is still due, which then send the erased body. */
  async redact(merchantId: MerchantId, objectId: string): Promise<void> {
    for (let after = ''; ;) {
      const last = await this.redactSome(merchantId, objectId, after);
      if (last === undefined) return;
      after = last;
    }
  }

  /** The last event of a full page; undefined after the last page. */
  private redactSome(merchantId: MerchantId, objectId: string, after: string): Promise<string | undefined> {
    return inTransaction(this.dataSource, { merchants: [merchantId] }, async (sql) => {
      const found = await sql.query<Found>(
        `SELECT event_id, body FROM events WHERE merchant_id = $1 AND object_id = $2 AND event_id > $3
         ORDER BY event_id LIMIT $4 FOR UPDATE`,
        [merchantId, objectId, after, atOnce],
      );
      const changed = found.flatMap(({ event_id, body }) => {
        const place = { merchantId, objectId: event_id };
        const redacted = redactBody(bodyFromColumn(this.seals, body, place));
        return redacted ? [{ event_id, body: bodyToColumn(this.seals, redacted, place) }] : [];
      });
      if (changed.length > 0) {
        await sql.query(
          `UPDATE events e SET body = n.body FROM unnest($2::text[], $3::bytea[]) AS n (event_id, body)
           WHERE e.merchant_id = $1 AND e.event_id = n.event_id`,
          [merchantId, changed.map(({ event_id }) => event_id), changed.map(({ body }) => body)],
        );
      }
      // What endpoints answered may repeat what they got.
      await sql.query(
        `UPDATE attempts SET exchange = NULL
         WHERE merchant_id = $1 AND event_id = ANY($2::text[]) AND exchange IS NOT NULL`,
        [merchantId, found.map(({ event_id }) => event_id)],
      );
      return found.length === atOnce ? found.at(-1)?.event_id : undefined;
    });
  }
}

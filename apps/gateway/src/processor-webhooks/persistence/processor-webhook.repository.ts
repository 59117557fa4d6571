import { Injectable } from '@nestjs/common';
import type { WebhookVerdict } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { columnsOf, numbered, type RowOf, type Sql } from '@payorch/platform/postgres';
import { MerchantSeals, type RowSeals, sealedPrefix, SealedText } from '@payorch/platform/sealing';
import type { ReceivedStatus, StoredWebhook } from '../domain/received-webhook';
import { ProcessorWebhookRow } from './processor-webhook.rows';

export interface StoredPage {
  readonly status: ReceivedStatus | null;
  readonly offset: number;
  readonly limit: number;
}

/** `ReceivedStatus` of a stored webhook. The signature of each was verified before it was stored. */
const statusColumn = `CASE
  WHEN verdict IS NULL THEN 'pending'
  WHEN verdict <> 'verified' THEN verdict
  WHEN finding ->> 'kind' IN ('duplicate', 'irrelevant') THEN finding ->> 'kind'
  WHEN jsonb_array_length(finding -> 'changed') > 0 THEN 'applied'
  ELSE 'unchanged' END`;

export type Verdict = WebhookVerdict['verdict'];

export interface ProcessorWebhook {
  readonly merchantId: MerchantId;
  readonly webhookId: string;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly connectorName: string;
  readonly dedupeKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

const columns = columnsOf(ProcessorWebhookRow).without(
  'verdict',
  'attempts',
  'next_attempt_at',
  'finding',
  'repeats',
  'repeated_at',
);

const insertStatement = numbered(`
  INSERT INTO processor_webhooks (${columns.list}, next_attempt_at)
  SELECT ${columns.list}, now() + make_interval(secs => $::double precision / 1000)
  FROM unnest(${columns.arrays}) AS received (${columns.list})
  ON CONFLICT (merchant_id, merchant_connector_id, dedupe_key) DO NOTHING RETURNING webhook_id`);

/** The most repetitions that are counted: one captured webhook must not cause writes for ever. */
const maxRepeats = 1_000;

/** Counts a repetition, and finds the earlier copy in any case. */
const repeatStatement = `
  WITH counted AS (
    UPDATE processor_webhooks SET repeats = repeats + 1, repeated_at = now()
    WHERE merchant_id = $1 AND merchant_connector_id = $2 AND dedupe_key = $3 AND repeats < $4
  )
  SELECT webhook_id, verdict FROM processor_webhooks
  WHERE merchant_id = $1 AND merchant_connector_id = $2 AND dedupe_key = $3`;

const bodyText = new SealedText('processor_webhooks.body');

const placeOf = (merchantId: string, webhookId: string) => ({ merchantId, objectId: webhookId });

const bodyOf = (seals: RowSeals, row: ProcessorWebhookRow): Buffer =>
  row.sealed_body === null
    ? (row.body ?? Buffer.alloc(0))
    : Buffer.from(bodyText.read(seals, row.sealed_body, placeOf(row.merchant_id, row.webhook_id)), 'base64');

const toRow = (seals: RowSeals, webhook: ProcessorWebhook): RowOf<typeof columns> => ({
  merchant_id: webhook.merchantId,
  webhook_id: webhook.webhookId,
  merchant_connector_id: webhook.merchantConnectorId,
  connector_name: webhook.connectorName,
  dedupe_key: webhook.dedupeKey,
  headers: webhook.headers,
  query: webhook.query,
  body: null,
  sealed_body: bodyText.write(seals, webhook.body.toString('base64'), placeOf(webhook.merchantId, webhook.webhookId)),
  received_at: webhook.receivedAt,
});

const fromRow = (seals: RowSeals, row: ProcessorWebhookRow): ProcessorWebhook => ({
  merchantId: row.merchant_id,
  webhookId: row.webhook_id,
  merchantConnectorId: row.merchant_connector_id,
  connectorName: row.connector_name,
  dedupeKey: row.dedupe_key,
  headers: row.headers,
  query: row.query,
  body: bodyOf(seals, row),
  receivedAt: row.received_at,
});

/** Processor webhooks, unchanged: each until it has a verdict, and then for as long as a processor may repeat it. */
@Injectable()
export class ProcessorWebhookRepository {
  constructor(private readonly seals: MerchantSeals) {}

  /**
   * Stores a webhook, or finds an earlier copy: its id and, if known, its verdict. The first sweep is due after
   * `firstSweepDelayMs`: the gateway that stored the webhook has sent the command by then.
   */
  async store(
    sql: Sql,
    webhook: ProcessorWebhook,
    firstSweepDelayMs: number,
  ): Promise<{ webhookId: string; verdict: Verdict | null }> {
    const inserted = await sql.query(insertStatement, [
      firstSweepDelayMs,
      ...columns.arraysOf([toRow(this.seals, webhook)]),
    ]);
    if (inserted.length > 0) return { webhookId: webhook.webhookId, verdict: null };
    const [first] = await sql.query<{ webhook_id: string; verdict: Verdict | null }>(repeatStatement, [
      webhook.merchantId,
      webhook.merchantConnectorId,
      webhook.dedupeKey,
      maxRepeats,
    ]);
    return { webhookId: first?.webhook_id ?? webhook.webhookId, verdict: first?.verdict ?? null };
  }

  async recordVerdict(
    sql: Sql,
    { merchantId, webhookId }: Pick<ProcessorWebhook, 'merchantId' | 'webhookId'>,
    { verdict, finding }: WebhookVerdict,
  ): Promise<void> {
    const place = { merchant_id: merchantId, webhook_id: webhookId };
    await sql.repository(ProcessorWebhookRow).update(place, { verdict, finding: finding ?? null });
  }

  /** The stored webhooks of an account, the newest first, without what was in them. */
  async list(
    sql: Sql,
    { merchantId, merchantConnectorId }: Pick<ProcessorWebhook, 'merchantId' | 'merchantConnectorId'>,
    { status, offset, limit }: StoredPage,
  ): Promise<StoredWebhook[]> {
    return sql.query<StoredWebhook>(
      `SELECT webhook_id, received_at, status, finding, repeats, repeated_at, content_length
       FROM (SELECT webhook_id, received_at, finding, repeats, repeated_at,
               headers ->> 'content-length' AS content_length, ${statusColumn} AS status
             FROM processor_webhooks WHERE merchant_id = $1 AND merchant_connector_id = $2) AS stored
       WHERE $3::text IS NULL OR status = $3
       ORDER BY received_at DESC, webhook_id DESC LIMIT $4 OFFSET $5`,
      [merchantId, merchantConnectorId, status, limit, offset],
    );
  }

  /** Whether a webhook without a verdict is sealed with this data key. The bodies of the others are not read again. */
  async hasOpenSealedWith(sql: Sql, merchantId: MerchantId, dataKeyVersion: number): Promise<boolean> {
    const rows = await sql.query(
      `SELECT 1 FROM processor_webhooks WHERE merchant_id = $1 AND verdict IS NULL AND starts_with(sealed_body, $2) LIMIT 1`,
      [merchantId, sealedPrefix(dataKeyVersion)],
    );
    return rows.length > 0;
  }

  /** Merchants with open webhooks that are due. */
  async merchantsWithOpen(sql: Sql, limit: number): Promise<string[]> {
    const rows = await sql.query<{ merchant_id: string }>(
      `SELECT DISTINCT merchant_id FROM processor_webhooks WHERE verdict IS NULL AND next_attempt_at <= now() LIMIT $1`,
      [limit],
    );
    return rows.map(({ merchant_id }) => merchant_id);
  }

  /** Claims open webhooks that are due, of these merchants, and delays their next sweep each time, up to an hour. */
  async claimOpen(sql: Sql, merchants: readonly string[], limit: number): Promise<ProcessorWebhook[]> {
    const rows = await sql.query<ProcessorWebhookRow>(
      `UPDATE processor_webhooks SET attempts = attempts + 1,
         next_attempt_at = now() + make_interval(secs => least(3600, 5 * 2 ^ least(attempts, 10)) * (0.75 + random() / 2))
       WHERE (merchant_id, webhook_id) IN (
         SELECT merchant_id, webhook_id FROM processor_webhooks WHERE verdict IS NULL AND next_attempt_at <= now()
           AND merchant_id = ANY($1::text[])
         ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns.list}`,
      [merchants, limit],
    );
    return rows.map((row) => fromRow(this.seals, row));
  }

  /**
   * Deletes up to `limit` webhooks whose verdict is known and which no processor repeats any more; returns their
   * number.
   */
  async deleteOld(sql: Sql, { olderThanMs, limit }: { olderThanMs: number; limit: number }): Promise<number> {
    const gone = await sql.query(
      `DELETE FROM processor_webhooks WHERE (merchant_id, webhook_id) IN (
         SELECT merchant_id, webhook_id FROM processor_webhooks WHERE verdict IS NOT NULL
           AND received_at < now() - make_interval(secs => $1::double precision / 1000) ORDER BY received_at LIMIT $2)
       RETURNING webhook_id`,
      [olderThanMs, limit],
    );
    return gone.length;
  }
}

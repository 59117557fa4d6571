import { Injectable } from '@nestjs/common';
import type { Found } from '@payorch/connector-kit';
import type { Outcome, WebhookChange } from '@payorch/contracts';
import type { AnyEventOf, MerchantConnectorId, MerchantId, OperationId, PaymentId } from '@payorch/kernel';
import { nextState } from '@payorch/kernel';
import type { RowOf, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, inOneTrip, inTransaction, reading } from '@payorch/platform/postgres';
import { MerchantSeals, type RowSeals } from '@payorch/platform/sealing';
import { DataSource } from 'typeorm';
import type { Operation, OperationFacts, OperationState } from '../domain/operation';
import { eventOf, openKinds, referenceIn } from '../domain/operation';
import { operationMachine } from '../domain/operation.machine';
import { factsToRow, fromRow, outcomeToColumn, placeOf } from './operation.mapper';
import { OperationRow, type ProcessorEventRow } from './operation.rows';

/** A handled event of a processor. */
export interface SavedEvent {
  readonly eventId: string;
  /** The webhook that brought it first; null where that is not known. */
  readonly webhookId: string | null;
  readonly changed: readonly WebhookChange[];
}

/** A row to insert if there is none: an operation to send, or a forbidden one. */
export interface Claim {
  readonly facts: OperationFacts;
  readonly state: Extract<OperationState, 'sent' | 'never'>;
  /** Distinguishes this claim from others of the same operation. */
  readonly leaseToken: string;
  /** For a forbidden operation: the outcome that answers its command. */
  readonly outcome: Outcome | null;
}

/** A received outcome. With a lease token it is stored only while that claim is valid. */
export interface OutcomeToStore {
  readonly merchantId: MerchantId;
  readonly operationId: OperationId;
  readonly leaseToken: string | null;
  readonly outcome: Outcome;
}

/** From which states an operation may be taken over, and within what time after it was first sent. */
export interface TakeOver {
  readonly leaseToken: string;
  readonly states: readonly Extract<OperationState, 'sent' | 'unknown'>[];
  readonly sentWithinMs: number;
}

/** An operation and, by the database's clock, when it was read. */
export interface ReadOperation {
  readonly operation: Operation;
  readonly readAt: Date;
}

/** A lookup that found nothing, which began after `readAt`. It counts from `countsAfterMs` after the operation was sent. */
export interface Absence {
  readonly readAt: Date;
  readonly countsAfterMs: number;
}

export interface FoundNote {
  readonly operation: Operation;
  readonly found: Found;
}

/** The result of a write: when each claim was taken, by its token, and which outcomes were stored, by their index. */
export interface Written {
  readonly claimed: ReadonlyMap<string, Date | null>;
  readonly stored: ReadonlySet<number>;
}

const statesThat = (event: AnyEventOf<typeof operationMachine>): string =>
  Object.keys(operationMachine)
    .filter((state) => nextState(operationMachine, state as OperationState, event))
    .map((state) => `'${state}'`)
    .join(', ');

const columns = columnsOf(OperationRow);
/** The database writes the times; the others belong to a later stage of the operation. */
const claimed = columns.without('sent_at', 'resent_at', 'answered_at', 'found', 'absent_seen', 'has_response');

/** Claims and outcomes share one statement, and so one commit. A final outcome is not replaced. */
const writeStatement = `
  WITH claimed AS (
    INSERT INTO operations (${claimed.list}, sent_at)
    SELECT ${claimed.list}, CASE state WHEN 'sent' THEN clock_timestamp() END
    FROM jsonb_populate_recordset(NULL::operations, $1)
    ON CONFLICT (operation_id) DO NOTHING
    RETURNING lease_token, sent_at
  ), stored AS (
    UPDATE operations o
    SET state = CASE h.event WHEN 'answered' THEN 'answered' ELSE 'unknown' END,
      outcome = h.outcome,
      has_response = o.has_response OR h.outcome ? 'whole',
      reference = coalesce(h.reference, o.reference),
      answered_at = clock_timestamp()
    FROM jsonb_to_recordset($2::jsonb) AS h (place int, operation_id text, merchant_id text, lease_token text,
      event text, outcome jsonb, reference text)
    WHERE o.operation_id = h.operation_id AND o.merchant_id = h.merchant_id
      AND (h.lease_token IS NULL OR o.lease_token = h.lease_token)
      AND CASE h.event WHEN 'answered' THEN o.state IN (${statesThat('answered')}) ELSE o.state IN (${statesThat('silent')}) END
      AND (o.state <> 'answered' OR o.outcome ->> 'kind' IN (${openKinds.map((kind) => `'${kind}'`).join(', ')}))
    RETURNING h.place
  )
  SELECT lease_token, sent_at, NULL::int AS place FROM claimed
  UNION ALL
  SELECT NULL, NULL, place FROM stored`;

const claimToRow = (seals: RowSeals, { facts, state, leaseToken, outcome }: Claim): RowOf<typeof claimed> => ({
  ...factsToRow(facts),
  outcome: outcome && outcomeToColumn(seals, outcome, placeOf(facts)),
  state,
  lease_token: leaseToken,
});

const outcomeToRow = (
  seals: RowSeals,
  { merchantId, operationId, leaseToken, outcome }: OutcomeToStore,
  place: number,
) => ({
  place,
  operation_id: operationId,
  merchant_id: merchantId,
  lease_token: leaseToken,
  event: eventOf(outcome),
  outcome: outcomeToColumn(seals, outcome, placeOf({ merchantId, operationId })),
  reference: referenceIn(outcome),
});

const noteToRow = ({ operation, found }: FoundNote, place: number) => ({
  place,
  merchant_id: operation.merchantId,
  operation_id: operation.operationId,
  lease_token: operation.leaseToken,
  found,
});

/** The operations and the processors' events in PostgreSQL. */
@Injectable()
export class OperationRepository {
  constructor(
    private readonly database: DataSource,
    private readonly seals: MerchantSeals,
  ) {}

  /**
   * Claims are on disk when this returns. Outcomes need not be: after a loss the row is `sent` again, which also prevents a
   * second call, and the service that waits for the outcome syncs.
   */
  async write(claims: readonly Claim[], outcomes: readonly OutcomeToStore[]): Promise<Written> {
    const merchants = [...claims.map(({ facts }) => facts.merchantId), ...outcomes.map(({ merchantId }) => merchantId)];
    const rows = await inOneTrip<{ lease_token: string | null; sent_at: Date | null; place: number | null }>(
      this.database,
      { merchants, commit: claims.length > 0 ? 'synchronous' : 'asynchronous' },
      writeStatement,
      [
        JSON.stringify(claims.map((claim) => claimToRow(this.seals, claim))),
        JSON.stringify(outcomes.map((outcome, place) => outcomeToRow(this.seals, outcome, place))),
      ],
    );
    return {
      claimed: new Map(rows.flatMap((row) => (row.lease_token === null ? [] : [[row.lease_token, row.sent_at]]))),
      stored: new Set(rows.flatMap(({ place }) => (place === null ? [] : [place]))),
    };
  }

  /**
   * Moves an operation without an answer to another claim, by compare-and-set on the lease: one of several claims succeeds.
   * Earlier claims can no longer store a result, and the count of "not found" answers restarts. On disk when this returns.
   * Null if the operation may not be taken over.
   */
  async takeOver(
    { merchantId, operationId, leaseToken: from }: Operation,
    { leaseToken, states, sentWithinMs }: TakeOver,
  ): Promise<Operation | null> {
    const [row] = await inOneTrip<StoredRow<OperationRow>>(
      this.database,
      { merchants: [merchantId] },
      `UPDATE operations SET lease_token = $4, resent_at = clock_timestamp(), absent_seen = 0
       WHERE merchant_id = $1 AND operation_id = $2 AND lease_token = $3 AND state = ANY ($5::text[])
         AND sent_at > clock_timestamp() - make_interval(secs => $6::double precision / 1000)
       RETURNING ${columns.list}`,
      [merchantId, operationId, from, leaseToken, states, sentWithinMs],
    );
    return row ? fromRow(this.seals, row) : null;
  }

  /**
   * Stores the results of preliminaries; true if the claim is still valid. The commit is asynchronous: after a loss the
   * preliminaries are called again under the same keys, with the same results.
   */
  async noteFound(notes: readonly FoundNote[]): Promise<readonly boolean[]> {
    const rows = await inOneTrip<{ place: number }>(
      this.database,
      { merchants: notes.map(({ operation }) => operation.merchantId), commit: 'asynchronous' },
      `UPDATE operations o SET found = n.found
       FROM jsonb_to_recordset($1::jsonb) AS n (place int, merchant_id text, operation_id text, lease_token text, found jsonb)
       WHERE o.operation_id = n.operation_id AND o.merchant_id = n.merchant_id AND o.lease_token = n.lease_token
         AND o.state IN ('sent', 'unknown')
       RETURNING n.place`,
      [JSON.stringify(notes.map(noteToRow))],
    );
    const claimed = new Set(rows.map(({ place }) => place));
    return notes.map((_, place) => claimed.has(place));
  }

  async load(merchantId: MerchantId, operationId: OperationId): Promise<Operation | null> {
    return (await this.read(merchantId, operationId))?.operation ?? null;
  }

  async read(merchantId: MerchantId, operationId: OperationId): Promise<ReadOperation | null> {
    const [row] = await reading(this.database, [merchantId], (sql) =>
      sql.query<StoredRow<OperationRow> & { read_at: Date }>(
        `SELECT ${columns.list}, clock_timestamp() AS read_at FROM operations
         WHERE merchant_id = $1 AND operation_id = $2`,
        [merchantId, operationId],
      ),
    );
    return row ? { operation: fromRow(this.seals, row), readAt: row.read_at } : null;
  }

  /**
   * The operations that a processor's event may concern: by the processor's id of the payment or refund, or by our ids.
   * `accounts`: all ids of the account.
   */
  async about(
    merchantId: MerchantId,
    accounts: readonly MerchantConnectorId[],
    { reference, operationIds }: { readonly reference: string; readonly operationIds: readonly string[] },
  ): Promise<readonly Operation[]> {
    const rows = await reading(this.database, [merchantId], (sql) =>
      sql.query<StoredRow<OperationRow>>(
        `SELECT ${columns.list} FROM operations
         WHERE merchant_id = $1 AND merchant_connector_id = ANY ($2::text[]) AND (reference = $3 OR operation_id = ANY ($4::text[]))`,
        [merchantId, accounts, reference, operationIds],
      ),
    );
    return rows.map((row) => fromRow(this.seals, row));
  }

  /** Erases the processor's responses to all operations of a payment. */
  async redact(merchantId: MerchantId, paymentId: PaymentId): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query(
        `UPDATE operations SET outcome = outcome - 'whole', has_response = false
         WHERE merchant_id = $1 AND payment_id = $2 AND has_response`,
        [merchantId, paymentId],
      ),
    );
  }

  /** Counts a "not found", unless it came before the call had time to arrive. Uses the database's clock alone. */
  async countAbsence(
    merchantId: MerchantId,
    operationId: OperationId,
    { readAt, countsAfterMs }: Absence,
  ): Promise<number> {
    const [row] = await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query<{ absent_seen: number }>(
        `UPDATE operations SET absent_seen = least(absent_seen + 1, 100)
         WHERE merchant_id = $1 AND operation_id = $2
           AND coalesce(resent_at, sent_at) <= $3::timestamptz - make_interval(secs => $4::double precision / 1000)
         RETURNING absent_seen`,
        [merchantId, operationId, readAt, countsAfterMs],
      ),
    );
    return row?.absent_seen ?? 0;
  }

  async knownEvent(
    merchantId: MerchantId,
    account: MerchantConnectorId,
    eventId: string,
  ): Promise<SavedEvent | undefined> {
    const [row] = await reading(this.database, [merchantId], (sql) =>
      sql.query<Pick<ProcessorEventRow, 'webhook_id' | 'changed'>>(
        `SELECT webhook_id, changed FROM processor_events
         WHERE merchant_id = $1 AND merchant_connector_id = $2 AND event_id = $3`,
        [merchantId, account, eventId],
      ),
    );
    return row && { eventId, webhookId: row.webhook_id, changed: row.changed ?? [] };
  }

  async saveEvent(
    merchantId: MerchantId,
    account: MerchantConnectorId,
    { eventId, webhookId, changed }: SavedEvent,
  ): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query(
        `INSERT INTO processor_events (merchant_id, merchant_connector_id, event_id, webhook_id, changed)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [merchantId, account, eventId, webhookId, JSON.stringify(changed)],
      ),
    );
  }
}

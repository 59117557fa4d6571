import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RelayEvent, relayCreated, relayUpdated } from '@payorch/contracts';
import { Secret } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { OutboxRow } from '@payorch/platform/outbox';
import { inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { type KnownObjects, presentState, SnapshotBackfill, SnapshotBackfillRow, type StoredObject } from '.';

const golden = path.join(__dirname, '../../contracts/src/golden/relay.updated.v1.json');
const aRelay = relayUpdated.schema.parse(JSON.parse(readFileSync(golden, 'utf8')));

/** The event of a row; a row without a version does not read. */
export function eventOf({ merchant_id, thing_id, version }: StoredObject): RelayEvent {
  if (version === 0) throw new Error('the row does not read');
  return {
    ...aRelay,
    merchantId: merchant_id as RelayEvent['merchantId'],
    relayId: thing_id as RelayEvent['relayId'],
    version: Number(version),
  };
}

/** Objects as small as objects can be; their events are those of relays. */
export const thingsOn = (snapshots: string): KnownObjects => ({
  snapshots,
  table: 'things',
  id: 'thing_id',
  columns: 'merchant_id, thing_id, version, modified_at',
  eventsOf: async (_sql, rows) => rows.map((row) => () => presentState(relayCreated, relayUpdated, eventOf(row))),
});

/** A producer that keeps what it acknowledges. */
export class Sent {
  readonly messages: EncodedMessage[] = [];
  /** Called after the broker has the messages, and before it says so. */
  afterwards: () => Promise<void> | void = () => undefined;
  async send(messages: readonly EncodedMessage[]): Promise<void> {
    this.messages.push(...messages);
    await this.afterwards();
  }
  get versions(): [id: string, version: number][] {
    return this.messages.map(({ value }) => {
      const { relayId, version } = JSON.parse(String(value)) as RelayEvent;
      return [relayId, version];
    });
  }
}

type BackfillOptions = ConstructorParameters<typeof SnapshotBackfill>[0];

/** A schema with things, an outbox and the positions of backfills. */
export class BackfillFixture {
  readonly gauges = jest.fn();
  readonly errors = jest.fn();

  private constructor(
    readonly database: DataSource,
    readonly close: () => Promise<void>,
  ) {}

  static async open({ url, drop }: { readonly url: string; drop(): Promise<void> }): Promise<BackfillFixture> {
    const database = await openDatabase({
      schema: 'payments',
      entities: [SnapshotBackfillRow, OutboxRow],
      migrations: [],
      url: new Secret(url),
      logger: silentLogger,
    });
    await database.synchronize();
    await database.query(`CREATE TABLE things (merchant_id text, thing_id text, version int NOT NULL,
      modified_at timestamptz NOT NULL, PRIMARY KEY (merchant_id, thing_id))`);
    return new BackfillFixture(database, async () => {
      await database.destroy();
      await drop();
    });
  }

  readonly transact = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    inTransaction(this.database, { merchants: 'every' }, work);

  clear(): Promise<unknown> {
    return this.database.query('TRUNCATE things, outbox, snapshot_backfills');
  }

  /** Things that last changed a day ago. */
  add(ids: readonly string[], version = 1): Promise<unknown> {
    return this.database.query(
      `INSERT INTO things SELECT 'merchant_a', unnest($1::text[]), $2, now() - interval '1 day'`,
      [ids, version],
    );
  }

  /** A change as an owner makes it: the row is locked before it is decided about. */
  change(id: string, committing: () => Promise<void> = async () => undefined): Promise<number> {
    return this.transact(async (sql) => {
      await sql.query('SELECT 1 FROM things WHERE thing_id = $1 FOR UPDATE', [id]);
      await committing();
      const [row] = await sql.query<{ version: number }>(
        'UPDATE things SET version = version + 1, modified_at = now() WHERE thing_id = $1 RETURNING version',
        [id],
      );
      return row!.version;
    });
  }

  backfill(options: Partial<BackfillOptions> & Pick<BackfillOptions, 'producer' | 'known'>): SnapshotBackfill {
    return new SnapshotBackfill({
      transact: this.transact,
      hasCopied: async () => true,
      logger: { info: () => undefined, warn: () => undefined, error: this.errors },
      metrics: { setSnapshotBackfill: this.gauges },
      publicUrl: 'https://pay.example.com',
      everyMs: 1_000,
      pageRows: 3,
      ...options,
    });
  }

  async position(): Promise<Record<string, unknown>> {
    const [row] = (await this.database.query(
      `SELECT after_id, published::int, unreadable, finished_at IS NOT NULL AS is_finished FROM snapshot_backfills`,
    )) as Record<string, unknown>[];
    return row!;
  }
}

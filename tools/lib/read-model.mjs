// A read model of public objects: a table in PostgreSQL for each kind, built from the public topics and kept up to date.
// Uses what every subscriber has: a user of the broker, and this code with kafkajs and pg.
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { loadTyped } from './load-typescript.mjs';
import { Problem } from './problem.mjs';

const { Client, escapeIdentifier } = pg;

const { lifecycleTopicOf, objectOfTopic, publicObjects, readModelRows, snapshotTopicOf, unreadPartitions } =
  await loadTyped();
export { publicObjects };

const tablesOf = (schema, named) => [
  `CREATE SCHEMA IF NOT EXISTS ${schema}`,
  `CREATE TABLE IF NOT EXISTS ${schema}.positions (
    topic text, partition int, next bigint NOT NULL, PRIMARY KEY (topic, partition))`,
  ...named.map(
    (object) => `CREATE TABLE IF NOT EXISTS ${schema}.${escapeIdentifier(object)} (
      key text PRIMARY KEY, version int NOT NULL, type text NOT NULL, state jsonb NOT NULL)`,
  ),
];

/** A table in a schema of its own, with the position up to which each partition is in it. */
export class ReadModel {
  constructor(url, schema, named) {
    this.client = new Client({ connectionString: url });
    this.schema = escapeIdentifier(schema);
    this.objects = named;
  }

  async open() {
    await this.client.connect();
    for (const statement of tablesOf(this.schema, this.objects)) await this.client.query(statement);
  }

  /** The next offset of each partition, by `topic/partition`. */
  async positions() {
    const { rows } = await this.client.query(`SELECT topic, partition, next FROM ${this.schema}.positions`);
    return new Map(rows.map(({ topic, partition, next }) => [`${topic}/${partition}`, BigInt(next)]));
  }

  /** Notes where partitions without a position begin. */
  async begin(topic, offsets) {
    for (const { partition, offset } of offsets)
      await this.client.query(`INSERT INTO ${this.schema}.positions VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
        topic,
        partition,
        offset,
      ]);
  }

  /** The rows and the position in one transaction: after a crash a batch is stored again, or not at all. */
  async store(topic, partition, rows, next) {
    const table = `${this.schema}.${escapeIdentifier(objectOfTopic(topic))}`;
    const lists = [rows.map(({ key }) => key), rows.map(({ version }) => version), rows.map(({ type }) => type)];
    await this.client.query('BEGIN');
    try {
      await this.client.query(
        `INSERT INTO ${table} AS t SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::jsonb[])
         ON CONFLICT (key) DO UPDATE SET version = excluded.version, type = excluded.type, state = excluded.state
         WHERE t.version < excluded.version`,
        [...lists, rows.map(({ state }) => JSON.stringify(state))],
      );
      await this.client.query(
        `INSERT INTO ${this.schema}.positions VALUES ($1, $2, $3)
         ON CONFLICT (topic, partition) DO UPDATE SET next = excluded.next`,
        [topic, partition, String(next)],
      );
      await this.client.query('COMMIT');
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async counts() {
    const counts = {};
    for (const object of this.objects) {
      const { rows } = await this.client.query(
        `SELECT count(*)::int AS count FROM ${this.schema}.${escapeIdentifier(object)}`,
      );
      counts[object] = rows[0].count;
    }
    return counts;
  }

  close() {
    return this.client.end();
  }
}

/**
 * Fills the read model and follows. From `snapshots`: the snapshot topics from their beginning, and the lifecycle topics from now on;
 * from `beginning`: the lifecycle topics alone, as far back as they reach. With stored positions it goes on from them.
 * `isOnce`: ends when everything is read that was there at the start; else `signal` ends it. Returns the rows of each table.
 */
export async function buildReadModel({ kafka: config, groupId, model, from, isOnce, signal, onProgress }) {
  const kafka = new Kafka({ clientId: 'read-model', logLevel: logLevel.NOTHING, ...config });
  const lifecycles = model.objects.map(lifecycleTopicOf);
  const snapshots = from === 'snapshots' ? model.objects.map(snapshotTopicOf) : [];
  const ends = await bounds(kafka, model, { lifecycles, snapshots });
  const positions = await model.positions();
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200 });
  let finish;
  const finished = new Promise((resolve, reject) => (finish = { resolve, reject }));
  const check = () => isOnce && unreadPartitions(ends, positions).length === 0 && finish.resolve();
  signal?.addEventListener('abort', () => finish.resolve(), { once: true });
  consumer.on('consumer.group_join', ({ payload }) => {
    for (const [topic, partitions] of Object.entries(payload.memberAssignment))
      for (const partition of partitions) {
        const next = positions.get(`${topic}/${partition}`);
        if (next !== undefined) consumer.seek({ topic, partition, offset: String(next) });
      }
    check();
  });
  consumer.on('consumer.crash', ({ payload }) => !payload.restart && finish.reject(payload.error));
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [...snapshots, ...lifecycles], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
        const { topic, partition } = batch;
        const next = BigInt(batch.lastOffset()) + 1n;
        const rows = readModelRows(topic, batch.messages);
        await model.store(topic, partition, rows, next);
        positions.set(`${topic}/${partition}`, next);
        resolveOffset(batch.lastOffset());
        onProgress?.({ topic, partition, rows: rows.length, unread: unreadPartitions(ends, positions).length });
        check();
        await heartbeat();
      },
    });
    await finished;
    return await model.counts();
  } finally {
    await consumer.disconnect();
  }
}

/** What each partition holds at the start, by `topic/partition`. From snapshots, a lifecycle topic is read from there on. */
async function bounds(kafka, model, { lifecycles, snapshots }) {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const ends = new Map();
    for (const topic of [...snapshots, ...lifecycles]) {
      const offsets = await admin.fetchTopicOffsets(topic);
      if (snapshots.length > 0 && lifecycles.includes(topic))
        await model.begin(
          topic,
          offsets.map(({ partition, high }) => ({ partition, offset: high })),
        );
      for (const { partition, low, high } of offsets)
        ends.set(`${topic}/${partition}`, { low: BigInt(low), high: BigInt(high) });
    }
    return ends;
  } catch (error) {
    throw new Problem(
      `the public topics cannot be read: ${error.message}`,
      'KAFKA_BROKERS, KAFKA_USER and KAFKA_PASSWORD of a subscriber of the snapshot and lifecycle topics (docs/subscribe.md)',
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

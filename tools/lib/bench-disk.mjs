import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { merchantWith } from './demo.mjs';
import { merchantAt, timesOf } from './load.mjs';
import { loadTyped } from './load-typescript.mjs';
import { Problem } from './problem.mjs';

const bySchemaAndTable = `
  SELECT schemaname || '.' || relname AS name, n_live_tup::float8 AS rows,
         pg_table_size(relid)::float8 AS table_bytes, pg_indexes_size(relid)::float8 AS index_bytes
  FROM pg_stat_user_tables ORDER BY 1`;

/** Bytes of each table with its TOAST, and of its indexes; after VACUUM, so that only live rows and reusable room count. */
async function tableBytes(client) {
  const { rows: names } = await client.query(
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables ORDER BY 1`,
  );
  for (const { name } of names) await client.query(`VACUUM (ANALYZE) ${name}`);
  const { rows } = await client.query(bySchemaAndTable);
  return new Map(rows.map(({ name, rows, table_bytes, index_bytes }) => [name, { rows, table_bytes, index_bytes }]));
}

/** Bytes of each table with its TOAST and its indexes, with what autovacuum alone has left, and its live rows. */
async function tablesNow(client) {
  const { rows } = await client.query(bySchemaAndTable);
  const byName = (valueOf) => Object.fromEntries(rows.map((row) => [row.name, valueOf(row)]));
  return { tables: byName((row) => row.table_bytes + row.index_bytes), rows: byName((row) => row.rows) };
}

/**
 * Bytes of the segments of each topic of our own broker, over its partitions, with those that the broker has deleted and not yet
 * removed from the disk; indexes, which are sparse files, not counted.
 */
function topicBytes(folder) {
  const bytes = new Map();
  for (const partition of readdirSync(folder)) {
    const topic = /^(.+)-[0-9]+$/.exec(partition)?.[1];
    if (!topic) continue;
    const files = filesIn(path.join(folder, partition)).filter((file) => /\.log(\.deleted)?$/.test(file));
    const size = files.reduce((sum, file) => sum + sizeOf(path.join(folder, partition, file)), 0);
    bytes.set(topic, (bytes.get(topic) ?? 0) + size);
  }
  return bytes;
}

/** The partitions and other files of the broker's folder come and go, too. */
const filesIn = (folder) => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []);

/** The broker may delete a segment between the listing and this call. */
const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const outboxRows = `
  SELECT (SELECT count(*) FROM payments.outbox) + (SELECT count(*) FROM refunds.outbox) AS rows`;

const unfinished = `
  SELECT (SELECT count(*) FROM payments.outbox) + (SELECT count(*) FROM refunds.outbox) +
         (SELECT count(*) FROM webhooks.deliveries WHERE state = 'waiting') AS rows`;

/** The last webhooks are delivered, and the last outbox rows are deleted, after the answer. */
async function atRest(client, withinMs = 90_000) {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(1_000))
    if (Number((await client.query(unfinished)).rows[0].rows) === 0) return;
}

/**
 * Makes exactly `count` payments that succeed; a request that fails is made again, up to a hundred times in a row. Calls `made`
 * with their number after each one.
 */
async function payTimes(count, { clients, once, made }) {
  const times = [];
  let [open, failedInARow] = [count, 0];
  const started = performance.now();
  const client = async () => {
    while (open > 0) {
      open -= 1;
      const began = performance.now();
      if (await once().catch(() => false)) {
        times.push(performance.now() - began);
        failedInARow = 0;
        made(times.length);
        continue;
      }
      open += 1;
      failedInARow += 1;
      if (failedInARow > 100) throw new Problem('a hundred payments in a row failed');
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return timesOf(times, performance.now() - started);
}

/** A merchant's server: takes every webhook. */
async function takingWebhooks() {
  const server = createServer((request, answer) => request.resume().once('end', () => answer.end()));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/webhooks`, close: () => server.close() };
}

const perPaymentKb = (bytes, payments) => bytes / 1024 / payments;

const growth = (before, after, payments) =>
  [...after].map(([name, now]) => {
    const was = before.get(name) ?? { rows: 0, table_bytes: 0, index_bytes: 0 };
    const [table, index] = ['table_bytes', 'index_bytes'].map((part) => perPaymentKb(now[part] - was[part], payments));
    return { name, rows: (now.rows - was.rows) / payments, tableKb: table, indexKb: index, kb: table + index };
  });

/** Gives the internal topics of a new system another retention. */
async function retainInternalTopics(brokers, minutes) {
  const [{ retainInternalFor }, { Kafka, logLevel }] = await Promise.all([loadTyped(), import('kafkajs')]);
  const admin = new Kafka({ clientId: 'bench', brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await retainInternalFor(admin, minutes).finally(() => admin.disconnect());
}

/**
 * Makes payments, each with an idempotency key and a webhook, and measures by how much each table (vacuumed) and each topic has
 * grown, in KB (1,024 bytes) a payment; and the sizes of both at several points on the way, as they are. Topics are measured
 * where the broker is our own. `retentionMinutes`: that of the internal topics; 0 leaves it as it is. `rowMinutes`: that of rows, which
 * the system has from its environment.
 */
export async function runDisk(
  system,
  { layout, payments, retentionMinutes, rowMinutes, connectors, clients, progress },
) {
  const { default: pg } = await import('pg');
  const { pointsOf, visibilityOf } = await loadTyped();
  const { databaseUrl, kafkaBrokers, servers } = system.infrastructure;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  if (retentionMinutes > 0) await retainInternalTopics(kafkaBrokers, retentionMinutes);
  const folder = path.join(layout.dataDir, 'kafka');
  const ownBroker = servers.some(({ name }) => name === 'kafka');
  const readTopics = () => (ownBroker ? topicBytes(folder) : new Map());
  const webhooks = await takingWebhooks();
  const apiKey = await merchantWith(connectors[0], system, {
    merchant_id: `merchant_disk_${Date.now()}`,
    webhook_details: { webhook_url: webhooks.url },
  });
  const merchant = merchantAt(system.api, apiKey, clients[0], { withKeys: true });
  try {
    const before = { tables: await tableBytes(client), topics: readTopics() };
    const started = performance.now();
    const points = [];
    const readPoint = async (made) => {
      const sizes = { topics: Object.fromEntries(readTopics()), ...(await tablesNow(client)) };
      const { rows } = await client.query(outboxRows);
      const minutes = made === 0 ? 0 : (performance.now() - started) / 60_000;
      points.push({ payments: made, minutes, outboxRows: Number(rows[0].rows), ...sizes });
    };
    await readPoint(0);
    const open = pointsOf(payments);
    // One reading after the other: they share a connection.
    let reading = Promise.resolve();
    const made = (count) => {
      if (count < open[0]) return;
      open.shift();
      reading = reading.then(() => readPoint(count));
      reading.catch(() => undefined);
    };
    const pay = await progress.step(`${payments} payments, ${clients[0]} at a time`, () =>
      payTimes(payments, { clients: clients[0], once: merchant.pay, made }),
    );
    await reading;
    await progress.step('at rest', () => atRest(client));
    const tables = growth(before.tables, await tableBytes(client), payments);
    const topics = [...readTopics()].map(([name, bytes]) => ({
      name,
      visibility: visibilityOf(name),
      kb: perPaymentKb(bytes - (before.topics.get(name) ?? 0), payments),
    }));
    return { payments, retentionMinutes, rowMinutes, pay, points, tables, topics };
  } finally {
    await merchant.close();
    webhooks.close();
    await client.end();
  }
}

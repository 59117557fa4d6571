// One process of the floor measurement (bench-floor.mjs): only the necessary work of one service for a payment.
import { createServer } from 'node:http';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { Pool } from 'undici';

const [role, brokers, databaseUrl, processor] = process.argv.slice(2);
/** As large as a typical message of a payment. */
const body = JSON.stringify({ facts: 'x'.repeat(1_200) });
const kafka = new Kafka({ brokers: [brokers], clientId: `floor-${role}`, logLevel: logLevel.NOTHING });
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });

const send = (topic, ids) => producer.send({ topic, messages: ids.map((key) => ({ key, value: body })) });

/** Passes the ids of each batch to `onIds`; commits offsets once a second, as the apps do. */
async function consume(topics, onIds) {
  const consumer = kafka.consumer({ groupId: `floor-${role}`, minBytes: 1, maxWaitTimeInMs: 500 });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    autoCommitInterval: 1_000,
    partitionsConsumedConcurrently: topics.length,
    eachBatch: ({ batch }) =>
      onIds(
        batch.messages.map(({ key }) => String(key)),
        batch.topic,
      ),
  });
}

/** One statement, hence one round trip and one commit. */
function rows() {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  return {
    insert: (table, ids) =>
      pool.query({
        name: `insert ${table}`,
        text: `INSERT INTO ${table} SELECT id, $2 FROM unnest($1::text[]) id`,
        values: [ids, body],
      }),
    change: (table, ids) =>
      pool.query({
        name: `change ${table}`,
        text: `UPDATE ${table} SET body = $2 WHERE id = ANY ($1::text[])`,
        values: [ids, body],
      }),
  };
}

const server = (onRequest) =>
  new Promise((resolve) => {
    const listener = createServer((request, response) => {
      request.resume();
      request.on('end', () => onRequest(response));
    }).listen(0, '127.0.0.1', () => resolve(listener.address().port));
  });

const roles = {
  processor: () => server((response) => response.end(body)),
  async gateway() {
    const waiting = new Map();
    let last = 0;
    await consume(['floor-replies'], async (ids) => {
      for (const id of ids) waiting.get(id)?.end(body);
      for (const id of ids) waiting.delete(id);
    });
    return server((response) => {
      const id = `${process.pid}-${(last += 1)}`;
      waiting.set(id, response);
      void send('floor-commands', [id]);
    });
  },
  async payments() {
    const { insert, change } = rows();
    await consume(['floor-commands', 'floor-results'], async (ids, topic) => {
      const isNew = topic === 'floor-commands';
      await (isNew ? insert('payments', ids) : change('payments', ids));
      await send(isNew ? 'floor-routing' : 'floor-replies', ids);
    });
  },
  routing: () => consume(['floor-routing'], (ids) => send('floor-operations', ids)),
  async worker() {
    const { insert, change } = rows();
    const calls = new Pool(processor, { connections: 64 });
    await consume(['floor-operations'], async (ids) => {
      await insert('operations', ids);
      await Promise.all(ids.map(async () => (await calls.request({ path: '/', method: 'POST', body })).body.text()));
      await change('operations', ids);
      await send('floor-results', ids);
    });
  },
};

process.on('disconnect', () => process.exit());
await producer.connect();
const port = await roles[role]();
process.send({ port });

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiAt, refusedBy } from './api.mjs';
import { loadTyped } from './load-typescript.mjs';
import { demoPayment } from './demo.mjs';
import { until } from './wait.mjs';

const text = (value) => (Array.isArray(value) ? value.at(-1) : value)?.toString();

const hopOf = (topic, partition, { offset, timestamp, key, headers = {} }) => ({
  topic,
  partition,
  offset,
  key: key?.toString() ?? null,
  type: text(headers.ce_type) ?? `reply (${text(headers.outcome) ?? 'unknown'})`,
  correlationId: text(headers.correlationid ?? headers.ce_correlationid),
  at: Number(timestamp),
});

/** Consumes the topics from their current end; `hops` collects every later record. */
async function listenFromNow(kafkaBrokers, topics) {
  const [{ brokerAccess }, { Kafka, logLevel }] = await Promise.all([loadTyped(), import('kafkajs')]);
  const access = brokerAccess(process.env);
  const brokers = kafkaBrokers.split(',');
  const kafka = new Kafka({ clientId: 'journey', brokers, ...access, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const groupId = `journey.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, retry: { restartOnFailure: async () => true } });
  const ends = await Promise.all(
    topics.map(async (topic) => ({ topic, partitions: await admin.fetchTopicOffsets(topic) })),
  );
  const hops = [];
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: false });
  const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => void hops.push(hopOf(topic, partition, message)),
  });
  await joined;
  for (const { topic, partitions } of ends)
    for (const { partition, high } of partitions) consumer.seek({ topic, partition, offset: high });
  return {
    hops,
    async close() {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]).catch(() => undefined);
      await admin.disconnect();
    },
  };
}

/** Waits until no record arrives for `quietMs`: events are published after the answer. */
async function untilQuiet(hops, { quietMs = 300, withinMs = 3000 } = {}) {
  const end = performance.now() + withinMs;
  for (let seen = -1; performance.now() < end && seen !== hops.length; await sleep(quietMs)) seen = hops.length;
}

/** A worker that has just started may handle a payment after the request's timeout: waits for the outcome. */
async function untilSettled(api, created) {
  const path = `/payments/${created.payment_id}`;
  const settled = async () => {
    const payment = await api.must('GET', path);
    return payment.status !== 'processing' && payment;
  };
  if (created.status !== 'processing') return created;
  return (await until(settled, { withinMs: 30_000, everyMs: 200 })) ?? api.must('GET', path);
}

/** Creates one payment and returns its messages in order, each with its time since the request in ms. */
export async function payAndFollow({ baseUrl, apiKey, kafkaBrokers, topics }) {
  const { topics: named } = await loadTyped();
  const listener = await listenFromNow(
    kafkaBrokers,
    topics.filter((topic) => topic !== named.deadLetters.name),
  );
  try {
    const [startedAt, started] = [Date.now(), performance.now()];
    const api = apiAt(baseUrl, apiKey);
    const answer = await api.post('/payments', demoPayment());
    if (answer.status !== 200) throw refusedBy('POST', '/payments', answer);
    const payment = await untilSettled(api, answer.body);
    const tookMs = Math.round(performance.now() - started);
    await untilQuiet(listener.hops);
    const first = listener.hops.find(({ key }) => key?.endsWith(`/${answer.body.payment_id}`));
    const hops = listener.hops
      .filter(({ correlationId }) => correlationId !== undefined && correlationId === first?.correlationId)
      .sort((a, b) => a.at - b.at)
      .map(({ topic, type, partition, offset, at }) => ({ topic, type, partition, offset, ms: at - startedAt }));
    const { payment_id, status, error_code, error_message } = payment;
    return { paymentId: payment_id, status, errorCode: error_code, errorMessage: error_message, tookMs, hops };
  } finally {
    await listener.close();
  }
}

import type { MessageDefinition } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorCommandsTopic,
  connectorOutcome,
  connectorSync,
  connectorWebhooksTopic,
  deadLetterTopic,
} from '@payorch/contracts';
import type { ConnectorName } from '@payorch/connectors';
import { kafkaBrokers } from '@payorch/harness';
import { randomText } from '@payorch/kernel';
import type { EncodedMessage, KeyedTransport } from '@payorch/platform/kafka';
import { createKafka, encode, MessageProducer, newTraceparent } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import type { Admin, Kafka } from 'kafkajs';
import type { DataSource } from 'typeorm';
import type { OperationTurn } from '../admission/operation-turns';
import { syncOf } from '../../test/builders';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { connectorTransport } from './connector-transport';

/** A connector's topics under a name that no other test has. */
const connector = `spec_${randomText(10).toLowerCase()}` as ConnectorName;
const topics = [connectorCommandsTopic(connector), connectorWebhooksTopic(connector)];
const all = [...topics, ...topics.map(deadLetterTopic)];

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 20_000) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a connector's transport", () => {
  let kafka: Kafka;
  let admin: Admin;
  let producer: MessageProducer;
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;
  let transport: KeyedTransport<OperationTurn>;

  beforeAll(async () => {
    kafka = createKafka({ brokers: kafkaBrokers(), clientId: 'spec', log: silentLogger });
    admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ waitForLeaders: false, topics: all.map((topic) => ({ topic, numPartitions: 2 })) });
    producer = new MessageProducer({ kafka, log: silentLogger });
    ({ database, drop } = await workerDatabase());
    worker = await startWorker(database);
    const { handlers, turns } = worker;
    const config = { maxInFlight: 16, kafkaSessionMs: 6_000 };
    transport = connectorTransport({ connector, config, kafka, producer, handlers, turns, logger: silentLogger });
    await transport.start();
  }, 60_000);

  afterAll(async () => {
    await transport.close();
    await producer.close();
    await worker.stop();
    await admin.deleteTopics({ topics: all });
    await admin.disconnect();
    await drop();
  });

  const message = <Data>(definition: MessageDefinition<Data>, data: Data, context = {}): EncodedMessage => ({
    ...encode({
      message: definition as MessageDefinition,
      data,
      context: {
        messageId: randomText(20),
        correlationId: 'correlation',
        traceparent: newTraceparent(),
        occurredAt: new Date(),
        accountVersion: 1,
        ...context,
      },
    }),
    topic: topics[0]!,
  });
  const outcomes = (from: number) =>
    worker.sent.slice(from).map(({ value, headers, topic }) => ({
      topic,
      id: headers['ce_id'],
      correlation: headers['correlationid'],
      ...(JSON.parse(value.toString()) as { outcome: { kind: string }; operationId: string; source: string }),
    }));

  it('makes one call of a command that is delivered three times, and answers each time under one id', async () => {
    const from = worker.sent.length;
    const data = worker.shop.authorize();
    await producer.send([1, 2, 3].map(() => message(connectorAuthorize, data)));
    await until(() => worker.sent.length === from + 3, 'three answers are out');
    for (const outcome of outcomes(from))
      expect(outcome).toMatchObject({
        topic: connectorOutcome.topic,
        id: `${data.operationId}:call`,
        correlation: 'correlation',
        operationId: data.operationId,
        source: 'call',
        outcome: { kind: 'captured' },
      });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('does not begin a command whose deadline has passed, nor when it comes once more', async () => {
    const from = worker.sent.length;
    const calls = worker.processor.payments.length;
    const data = worker.shop.authorize();
    const late = message(connectorAuthorize, data, { deadline: new Date(Date.now() - 1) });
    await producer.send([late, message(connectorAuthorize, data)]);
    await until(() => worker.sent.length === from + 2, 'both are answered');
    for (const { outcome } of outcomes(from)) expect(outcome.kind).toBe('not_sent');
    expect(worker.processor.payments).toHaveLength(calls);
  });

  it('answers a command and the question behind it in their order', async () => {
    const from = worker.sent.length;
    const data = worker.shop.authorize();
    await producer.send([message(connectorAuthorize, data), message(connectorSync, syncOf(data))]);
    await until(() => worker.sent.length === from + 2, 'both are answered');
    expect(outcomes(from).map(({ source, outcome }) => [source, outcome.kind])).toEqual([
      ['call', 'captured'],
      ['sync', 'captured'],
    ]);
  });
});

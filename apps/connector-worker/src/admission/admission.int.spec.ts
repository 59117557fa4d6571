import type { MessageDefinition } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorCommandsTopic,
  connectorRefund,
  connectorSync,
  connectorWebhooksTopic,
  deadLetterTopic,
} from '@payorch/contracts';
import type { ConnectorName } from '@payorch/connectors';
import { eventually, kafkaBrokers } from '@payorch/harness';
import { randomText } from '@payorch/kernel';
import type { EncodedMessage, KeyedTransport } from '@payorch/platform/kafka';
import { createKafka, encode, MessageProducer, newTraceparent } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import type { Admin, Kafka } from 'kafkajs';
import type { DataSource } from 'typeorm';
import { syncOf } from '../../test/builders';
import { json, wirePayment, wireRefund } from '../../test/processor';
import type { Worker } from '../../test/worker';
import { startWorker, workerDatabase } from '../../test/worker';
import { connectorTransport } from '../messages/connector-transport';
import type { OperationTurn } from './operation-turns';

/** A connector's topics under a name that no other test has. */
const connector = `spec_${randomText(10).toLowerCase()}` as ConnectorName;
const topics = [connectorCommandsTopic(connector), connectorWebhooksTopic(connector)];
const all = [...topics, ...topics.map(deadLetterTopic)];

const maxInFlight = 4;
const gate = {
  maxInFlight,
  maxSyncs: 2,
  reserved: { charge: 1, follow_up: 1, sync: 1 },
  // Opens at ten silent calls in a row, for longer than a busy machine takes for the next message.
  breaker: { window: 10, atLeast: 10, openAtRate: 1, openForMs: 5_000, longestOpenMs: 5_000 },
};

interface Said {
  readonly operationId: string;
  readonly source: string;
  readonly outcome: { readonly kind: string; readonly error?: { readonly code: string } };
  readonly unanswered?: { readonly asked: boolean };
}

describe('operations of one connector account', () => {
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
    worker = await startWorker(database, { gate, callTimeoutMs: 20_000, leaseMs: 1_000 });
    const { handlers, turns } = worker;
    const config = { maxInFlight: 256, kafkaSessionMs: 6_000 };
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

  const message = <Data>(definition: MessageDefinition<Data>, data: Data): EncodedMessage => ({
    ...encode({
      message: definition as MessageDefinition,
      data,
      context: {
        messageId: randomText(20),
        correlationId: 'correlation',
        traceparent: newTraceparent(),
        occurredAt: new Date(),
        accountVersion: 1,
      },
    }),
    topic: topics[0]!,
  });
  const said = (from: number): Said[] =>
    worker.sent.slice(from).map(({ value }) => JSON.parse(value.toString()) as Said);

  it('wait for room, longer than a lease lasts, and all succeed: never more than the cap under way, refunds in places of their own', async () => {
    let underWay = 0;
    let most = 0;
    worker.processor.onPayment = ({ body, path }, response) => {
      most = Math.max(most, (underWay += 1));
      setTimeout(() => {
        underWay -= 1;
        const reference = String(body['reference']);
        json(response, 200, path.includes('refund') ? wireRefund(reference) : wirePayment(reference));
      }, 100);
    };
    const from = worker.sent.length;
    const charges = Array.from({ length: 60 }, () => message(connectorAuthorize, worker.shop.authorize()));
    const refunds = Array.from({ length: 5 }, () => message(connectorRefund, worker.shop.refund()));
    await producer.send([...charges, ...refunds]);
    await eventually(() => worker.sent.length === from + 65, { withinMs: 40_000 });
    const kinds = said(from).map(({ outcome }) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'captured')).toHaveLength(60);
    expect(kinds.filter((kind) => kind === 'refunded')).toHaveLength(5);
    // The refunds came behind all charges, and did not wait for them.
    expect(kinds.lastIndexOf('refunded')).toBeLessThan(50);
    expect(most).toBeLessThanOrEqual(maxInFlight);
    expect(worker.processor.payments).toHaveLength(65);
  });

  it('meet silence: those that may go elsewhere do, the others wait for its end, syncs are put off', async () => {
    const { shop, processor } = worker;
    processor.onPayment = (_call, response) => void response.destroy();
    processor.onLookup = (_call, response) => void response.destroy();
    let from = worker.sent.length;
    const lost = Array.from({ length: 10 }, () => shop.authorize());
    await producer.send(lost.map((data) => message(connectorAuthorize, data)));
    await eventually(() => worker.sent.length === from + 10);
    await producer.send(lost.map((data) => message(connectorSync, syncOf(data))));
    await eventually(() => worker.sent.length === from + 20);

    from = worker.sent.length;
    const calls = processor.calls.length;
    const elsewhere = shop.authorize({ fallbacks: [shop.account] });
    const waiting = shop.authorize();
    processor.onPayment = ({ body }, response) => json(response, 200, wirePayment(String(body['reference'])));
    await producer.send([message(connectorAuthorize, elsewhere), message(connectorSync, syncOf(lost[0]!, 2))]);
    await eventually(() => worker.sent.length === from + 2);
    const [put, gone] = [...said(from)].sort((a, b) => b.source.localeCompare(a.source));
    expect(gone).toMatchObject({
      operationId: elsewhere.operationId,
      outcome: { kind: 'not_sent', error: { code: 'BREAKER_OPEN' }, retry: 'another_account' },
    });
    expect(put).toMatchObject({ outcome: { kind: 'unknown' }, unanswered: { asked: false } });
    expect(processor.calls).toHaveLength(calls);

    await producer.send([message(connectorAuthorize, waiting)]);
    await eventually(() => worker.sent.length === from + 3);
    expect(said(from).at(-1)).toMatchObject({ operationId: waiting.operationId, outcome: { kind: 'captured' } });
    const again = await worker.runner.run({ flow: 'authorize', data: elsewhere }, 1);
    expect(again.outcome.kind).toBe('not_sent');
    expect(processor.calls).toHaveLength(calls + 1);
  });
});

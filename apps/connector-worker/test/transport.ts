import type { MessageDefinition } from '@payorch/contracts';
import { kafkaBrokers } from '@payorch/harness';
import { randomText } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { createKafka, encode, MessageProducer, newTraceparent } from '@payorch/platform/kafka';
import { groupTimes } from '@payorch/platform/service';
import { silentLogger } from '@payorch/platform/telemetry';
import {
  connectorCommandsTopic,
  connectorWebhooksTopic,
  lanesAmong,
  topics as contractTopics,
} from '@payorch/contracts';
import { shopSeals } from './builders';
import { startWorker, workerDatabase, type WorkerOptions } from './worker';

/** A worker that consumes a lane of its own. */
export async function startTransport(options: WorkerOptions, maxInFlight: number) {
  const name = `spec_${randomText(10).toLowerCase()}`;
  const topics = [connectorCommandsTopic(name), connectorWebhooksTopic(name)];
  const kafka = createKafka({ brokers: kafkaBrokers(), clientId: 'spec', log: silentLogger });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({
    waitForLeaders: false,
    topics: [
      ...topics.map((topic) => ({ topic, numPartitions: 2 })),
      // Exists already where another spec made it, and stays for others.
      { topic: contractTopics.deadLetters.name, numPartitions: 1 },
    ],
  });
  const producer = new MessageProducer({ kafka, log: silentLogger });
  const { database, drop } = await workerDatabase();
  const broker = { kafka, log: silentLogger, producer, times: groupTimes({ kafkaSessionMs: 6_000 }), seals: shopSeals };
  const worker = await startWorker(database, {
    ...options,
    transport: { lane: lanesAmong(topics)[0]!, broker, maxInFlight },
  });
  const { transport } = worker;
  await transport.start();
  const message = <Data>(definition: MessageDefinition<Data>, data: Data, context = {}): EncodedMessage => ({
    ...encode(
      {
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
      },
      shopSeals,
    ),
    topic: topics[0]!,
  });
  const stop = async (): Promise<void> => {
    await transport.close();
    await producer.close();
    await worker.stop();
    await admin.deleteTopics({ topics });
    await admin.disconnect();
    await drop();
  };
  return { worker, producer, message, stop };
}
export type TransportRig = Awaited<ReturnType<typeof startTransport>>;

import { dataKeySettings, defineMessage, type MessageDefinition, nameOf, outgoing, refuse } from '@payorch/contracts';
import { freshSchema, testDataKeys, TestKeySource } from '@payorch/harness';
import { type MerchantId, Secret, systemClock } from '@payorch/kernel';
import { JobRow } from '@payorch/platform/jobs';
import {
  AccountSettings,
  BatchTransport,
  Broker,
  ConfigFollower,
  encode,
  messageRegistry,
  MessageProducer,
  type Reply,
  Requester,
  type RequestOptions,
} from '@payorch/platform/kafka';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { inTransactionEndingWith, openDatabase, reading } from '@payorch/platform/postgres';
import { MerchantSeals } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { aContext, KafkaFixture, until } from '../kafka/kafka.fixture';
import { BatchShell } from './batch-shell';
import { QueryServer } from './query-server';
import type { Step, StepContext } from './step';

const merchantId = 'acme_1' as MerchantId;
const times = { heartbeatMs: 300, maxWaitMs: 100 };
const keys = testDataKeys();
/** The sender knows the keys of every merchant, as the gateway does. */
const known = new TestKeySource(keys);
const dataOf = z.object({ merchantId: z.string() as unknown as z.ZodType<MerchantId, MerchantId> });

/** A message whose request is not sealed, so that only its reply needs a key: as those of the refunds service. */
const messageOn = (topic: string, kind: 'command' | 'query', type: string) =>
  defineMessage({ topic, type, version: 1, kind, key: (m) => m.merchantId, data: dataOf });

const response: Reply = { kind: 'response', body: Buffer.from('{"name":"Ada"}') };

describe('a service whose copy of the data keys is behind', () => {
  let fixture: KafkaFixture;
  let producer: MessageProducer;
  let database: DataSource;
  let drop: () => Promise<void>;
  let settingsTopic: string;
  let settings: AccountSettings;
  let requester: Requester;
  let command: MessageDefinition<{ merchantId: MerchantId }>;
  let query: MessageDefinition<{ merchantId: MerchantId }>;
  let calls: string[];
  let deadLettered: unknown[];

  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({
      url: new Secret(fresh.url),
      schema: 'payments',
      migrations: [],
      logger: silentLogger,
      entities: [OutboxRow, InboxRow, JobRow],
    });
    await database.synchronize();
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(() => {
    fixture = new KafkaFixture();
    producer = new MessageProducer({ kafka: fixture.kafka, log: fixture.log });
    fixture.onClose(() => producer.close());
    [calls, deadLettered] = [[], []];
  });
  afterEach(() => fixture.close());

  async function startService(settingsWaitMs: number): Promise<void> {
    settingsTopic = await fixture.topic(1, [{ name: 'cleanup.policy', value: 'compact' }]);
    settings = new AccountSettings();
    const follower = new ConfigFollower({
      kafka: fixture.kafka,
      log: fixture.log,
      topic: settingsTopic,
      apply: settings.apply,
      times,
      registry: messageRegistry([dataKeySettings as unknown as MessageDefinition]),
    });
    fixture.onClose(() => follower.close());
    await follower.start();
    const broker = new Broker(fixture.kafka, fixture.log, producer, times, new MerchantSeals(settings, keys));
    await serveCommands(broker, settingsWaitMs);
    await serveQueries(broker, settingsWaitMs);
    await openRequester();
  }

  async function serveCommands(broker: Broker, settingsWaitMs: number): Promise<void> {
    const topic = await fixture.topic(1);
    command = messageOn(topic, 'command', 'name.change');
    const transport: BatchTransport<StepContext<null, null>, Step<null>> = new BatchTransport({
      ...broker,
      groupId: topic,
      topics: [topic],
      onBatch: (batch): Promise<void> => shell.onBatch(batch),
    });
    const shell = new BatchShell<null, null>({
      ...broker,
      settings,
      settingsWaitMs,
      clock: systemClock,
      transact: (merchants, work) => inTransactionEndingWith(database, { merchants }, work),
      read: (merchants, work) => reading(database, merchants, work),
      repository: {
        merchantsOf: () => [merchantId],
        load: async () => new Map(),
        loadShared: async () => null,
        writes: () => [],
      },
      handle: transport.handle,
      isForwarded: () => false,
      replyToRedelivery: () => response,
      deadLetter: async (incoming) => void deadLettered.push(incoming),
      publishPending: async () => undefined,
      onFault: () => undefined,
    });
    const change = async (_: unknown, { incoming }: StepContext<null, null>): Promise<Step<null>> => {
      calls.push('command');
      const { replyTo } = incoming.context;
      return replyTo ? { replies: [{ to: replyTo, reply: response }] } : {};
    };
    const message = command as MessageDefinition;
    transport.addHandler(nameOf(message), change, false, { messages: [message] });
    transport.on('deadLettered', (poison) => deadLettered.push(poison));
    fixture.onClose(() => transport.close());
    await transport.start();
  }

  async function serveQueries(broker: Broker, settingsWaitMs: number): Promise<void> {
    const topic = await fixture.topic(1);
    query = messageOn(topic, 'query', 'name.get');
    const server = new QueryServer(broker, topic, settingsWaitMs, settings);
    const message = query as MessageDefinition;
    const answer = async (): Promise<Reply> => {
      calls.push('query');
      return response;
    };
    server.addHandler(nameOf(message), answer, false, { messages: [message] });
    server.on('deadLettered', (poison) => deadLettered.push(poison));
    fixture.onClose(() => server.close());
    await server.start();
  }

  async function openRequester(): Promise<void> {
    const replyTopic = await fixture.topic(1);
    requester = new Requester({
      kafka: fixture.kafka,
      log: fixture.log,
      producer,
      replyTopic,
      times,
      seals: new MerchantSeals(known, keys),
      loadKeys: async () => undefined,
    });
    await requester.start();
    fixture.onClose(() => requester.close());
  }

  const request = (message: MessageDefinition<{ merchantId: MerchantId }>, options: Partial<RequestOptions> = {}) =>
    requester.request(outgoing(message, { merchantId }), {
      deadlineMs: 30_000,
      correlationId: 'c',
      traceparent: aContext().traceparent,
      ...options,
    });

  /** The keys reach the settings topic. */
  const publishKeys = (accountVersion = 1): Promise<void> => {
    const updatedAt = '2026-01-05T00:00:00.000Z';
    const data = { merchantId, accountVersion, updatedAt, keys: [...known.dataKeysOf(merchantId)] };
    const message = dataKeySettings as unknown as MessageDefinition;
    return producer.send([{ ...encode({ message, data, context: aContext() }), topic: settingsTopic }]);
  };

  it('answers a command and a query once the keys arrive', async () => {
    await startService(20_000);
    const replies = Promise.all([request(command), request(query)]);
    await until(() => new Set(calls).size === 2, 'both began without keys');
    expect(settings.dataKeysOf(merchantId)).toBeUndefined();
    await publishKeys();
    expect(await replies).toEqual([response, response]);
    expect(deadLettered).toEqual([]);
  });

  it('answers a query once the settings arrive that its sender knew', async () => {
    await startService(20_000);
    await publishKeys(1);
    await until(() => settings.dataKeysOf(merchantId) !== undefined, 'the keys arrived');
    const reply = request(query, { accountVersion: 2 });
    expect(await request(command, { accountVersion: 1 })).toEqual(response);
    expect(calls).toEqual(['command']);
    await publishKeys(2);
    expect(await reply).toEqual(response);
  });

  it('answers a query with the settings that are there when newer ones are late', async () => {
    await startService(100);
    await publishKeys(1);
    await until(() => settings.dataKeysOf(merchantId) !== undefined, 'the keys arrived');
    expect(await request(query, { accountVersion: 2 })).toEqual(response);
  });

  it('refuses both past its wait, and answers them when they are sent again after the keys arrived', async () => {
    await startService(100);
    const messageId = `msg_${randomUUID()}`;
    const outdated = refuse('settings_outdated');
    expect(await Promise.all([request(command, { messageId }), request(query)])).toEqual([outdated, outdated]);
    await publishKeys();
    await until(() => settings.dataKeysOf(merchantId) !== undefined, 'the keys arrived');
    expect(await Promise.all([request(command, { messageId }), request(query)])).toEqual([response, response]);
    expect(deadLettered).toEqual([]);
  });
});

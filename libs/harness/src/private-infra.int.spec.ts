import Redis from 'ioredis';
import { topics } from '@payorch/contracts';
import { retainInternalFor } from '@payorch/provisioning';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import { Client } from 'pg';
import { createAllTopics, privateInfra, withAdmin, type PrivateInfra } from './index';

const entriesOf = async (admin: Admin, name: string) => {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name }];
  const { resources: found } = await admin.describeConfigs({ resources, includeSynonyms: false });
  return Object.fromEntries(
    (found[0]?.configEntries ?? []).map(({ configName, configValue }) => [configName, configValue]),
  );
};

const queryOnce = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('private servers of a test', () => {
  let infra: PrivateInfra;
  let brokers: string[];
  beforeAll(async () => {
    infra = await privateInfra();
    brokers = [infra.kafka.url];
  });
  afterAll(() => infra.stop());

  it('include a Redis that the test can flush', async () => {
    const client = new Redis(infra.redis.url);
    await client.set('a', '1');
    await client.flushall();
    expect(await client.get('a')).toBeNull();
    client.disconnect();
  });

  it('include a broker that does not create topics automatically', async () => {
    await withAdmin(brokers, async (admin) => {
      await expect(admin.fetchTopicMetadata({ topics: ['never.created'] })).rejects.toThrow();
    });
  });

  it('get every topic of the contracts as declared, and a second creation changes nothing', async () => {
    const names = await createAllTopics(brokers, 4);
    expect(await createAllTopics(brokers, 4)).toEqual(names);
    expect(await createAllTopics(brokers)).toEqual(names);
    await withAdmin(brokers, async (admin) => {
      const { topics: found } = await admin.fetchTopicMetadata({ topics: names });
      const counts = Object.fromEntries(found.map(({ name, partitions }) => [name, partitions.length]));
      expect(counts).toMatchObject({
        'payments.commands': 4,
        'payments.queries': 4,
        'connector.results.payments': 4,
        'connector.commands.shared': 4,
        'gateway.replies.3': 1,
        'accounts.config': 1,
        dead_letters: 1,
      });
      expect(await entriesOf(admin, topics.accountsConfig.name)).toMatchObject({ 'cleanup.policy': 'compact' });
      expect(await entriesOf(admin, 'gateway.replies.0')).toMatchObject({
        'retention.ms': '600000',
        'max.message.bytes': '8388608',
      });
      expect(await entriesOf(admin, topics.deadLetters.name)).toMatchObject({
        'retention.ms': '2592000000',
        'max.message.bytes': '1114124',
      });
    });
  });

  it('retain internal topics for as long as a measurement wants, and public ones as declared', async () => {
    await createAllTopics(brokers, 4);
    await withAdmin(brokers, async (admin) => {
      await retainInternalFor(admin, 2);
      const shortened = { 'retention.ms': '120000', 'segment.ms': '30000' };
      expect(await entriesOf(admin, 'payments.commands')).toMatchObject(shortened);
      expect(await entriesOf(admin, 'gateway.replies.0')).toMatchObject({
        ...shortened,
        'max.message.bytes': '8388608',
      });
      expect(await entriesOf(admin, 'payments.lifecycle')).toMatchObject({ 'retention.ms': '604800000' });
      expect(await entriesOf(admin, topics.accountsConfig.name)).toMatchObject({ 'cleanup.policy': 'compact' });
      await retainInternalFor(admin, 3 * 1_440);
    });
  });

  it('get the retention of this release, unless an operator has set another one', async () => {
    await createAllTopics(brokers, 4);
    const type = ConfigResourceTypes.TOPIC;
    const set = (name: string, entries: Readonly<Record<string, string>>) => ({
      type,
      name,
      configEntries: Object.entries(entries).map(([entry, value]) => ({ name: entry, value })),
    });
    await withAdmin(brokers, async (admin) => {
      await admin.alterConfigs({
        validateOnly: false,
        resources: [
          set('payments.commands', { 'retention.ms': '604800000', 'min.insync.replicas': '2' }),
          set('refunds.commands', { 'retention.ms': '604799999' }),
        ],
      });
      await createAllTopics(brokers);
      expect(await entriesOf(admin, 'payments.commands')).toMatchObject({
        'retention.ms': '259200000',
        'segment.ms': '64800000',
        'min.insync.replicas': '2',
      });
      expect(await entriesOf(admin, 'refunds.commands')).toMatchObject({ 'retention.ms': '604799999' });
      expect(await entriesOf(admin, topics.paymentsLifecycle.name)).toMatchObject({ 'retention.ms': '604800000' });
    });
  });

  it('refuse another partition count for existing topics', async () => {
    await createAllTopics(brokers, 4);
    await expect(createAllTopics(brokers, 6)).rejects.toThrow(/has 4 partitions, KAFKA_PARTITIONS requires 6/);
  });

  it('restart on the same address with their data', async () => {
    const own = await privateInfra(['kafka', 'postgres']);
    try {
      const url = own.postgres?.url ?? '';
      await queryOnce(url, 'CREATE TABLE durable (id int)');
      await withAdmin([own.kafka.url], (admin) => admin.createTopics({ topics: [{ topic: 'durable' }] }));
      for (const name of ['kafka', 'postgres'] as const) {
        await own.kill(name);
        await own.restart(name);
      }
      expect(await queryOnce(url, 'SELECT count(*) AS n FROM durable')).toEqual([{ n: '0' }]);
      expect(await withAdmin([own.kafka.url], (admin) => admin.listTopics())).toContain('durable');
    } finally {
      await own.stop();
    }
  });
});

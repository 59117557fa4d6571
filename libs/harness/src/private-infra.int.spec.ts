import Redis from 'ioredis';
import { topics } from '@payorch/contracts';
import { ConfigResourceTypes, type Admin } from 'kafkajs';
import { Client } from 'pg';
import { createAllTopics, privateInfra, withAdmin, type PrivateInfra } from './index';

jest.setTimeout(120_000);

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

describe('servers of a test’s own', () => {
  let infra: PrivateInfra;
  let brokers: string[];
  beforeAll(async () => {
    infra = await privateInfra();
    brokers = [infra.kafka.url];
  });
  afterAll(() => infra.stop());

  it('bring a Redis that may be flushed', async () => {
    const client = new Redis(infra.redis.url);
    await client.set('a', '1');
    await client.flushall();
    expect(await client.get('a')).toBeNull();
    client.disconnect();
  });

  it('bring a broker that makes no topic by itself', async () => {
    await withAdmin(brokers, async (admin) => {
      await expect(admin.fetchTopicMetadata({ topics: ['never.made'] })).rejects.toThrow();
    });
  });

  it('carry every topic of the contracts as it is declared, and making them again changes nothing', async () => {
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
        'connector.stripe_test.commands': 4,
        'connector.stripe_test.commands.dlq': 1,
        'gateway.replies.3': 1,
        'accounts.config': 1,
      });
      expect(await entriesOf(admin, topics.accountsConfig.name)).toMatchObject({ 'cleanup.policy': 'compact' });
      expect(await entriesOf(admin, 'gateway.replies.0')).toMatchObject({
        'retention.ms': '600000',
        'max.message.bytes': '8388608',
      });
      expect(await entriesOf(admin, 'payments.commands.dlq')).toMatchObject({ 'retention.ms': '2592000000' });
    });
  });

  it('refuse another count of partitions for topics that are there', async () => {
    await createAllTopics(brokers, 4);
    await expect(createAllTopics(brokers, 6)).rejects.toThrow(/has 4 partitions and 6 are wanted/);
  });

  it('come back on the same address with what they held', async () => {
    const own = await privateInfra(['kafka', 'postgres']);
    try {
      const url = own.postgres?.url ?? '';
      await queryOnce(url, 'CREATE TABLE kept (id int)');
      await createAllTopics([own.kafka.url], 2);
      for (const name of ['kafka', 'postgres'] as const) {
        await own.kill(name);
        await own.restart(name);
      }
      expect(await queryOnce(url, 'SELECT count(*) AS n FROM kept')).toEqual([{ n: '0' }]);
      expect(await withAdmin([own.kafka.url], (admin) => admin.listTopics())).toContain(topics.accountsConfig.name);
    } finally {
      await own.stop();
    }
  });
});

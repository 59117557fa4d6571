import { connectorNames } from '@payorch/connectors/catalogue';
import {
  allMessages,
  connectorCommandsTopic,
  connectorWebhooksTopic,
  gatewayRepliesTopic,
  sharedLane,
} from '@payorch/contracts';
import { internalRetainedFor, keyedPartitionsOf, topicPlan } from './topic-plan';

const plan = topicPlan(8);
const names = plan.map(({ topic }) => topic);

it('the topic plan names every topic once, and each member of a family', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes('<'))).toEqual([]);
});

it('a system has at most 55 topics, however many connectors there are', () => {
  expect(names.length).toBeLessThanOrEqual(55);
  expect(names.filter((name) => connectorNames.some((connector) => name.includes(`.${connector}`)))).toEqual([]);
});

it('the topic plan has a topic for every message', () => {
  const plain = allMessages.map(({ topic }) => topic).filter((topic) => !topic.includes('<'));
  expect(names).toEqual(expect.arrayContaining(plain));
  expect(names).toEqual(
    expect.arrayContaining([connectorCommandsTopic(sharedLane), connectorWebhooksTopic(sharedLane)]),
  );
});

it('all topics have one dead-letter topic, of one partition, which retains its messages for 30 days, and one of what operators did with them', () => {
  expect(names.filter((name) => /dlq|dead/.test(name))).toEqual(['dead_letters', 'dead_letters.actions']);
  const planned = plan.find(({ topic }) => topic === 'dead_letters')!;
  expect(planned).toMatchObject({ numPartitions: 1, config: { 'retention.ms': String(30 * 86_400_000) } });
  expect(names).toContain(gatewayRepliesTopic(0));
});

it('all keyed topics have the same partition count', () => {
  const counts = (keyed: number) => new Map(topicPlan(keyed).map(({ topic, numPartitions }) => [topic, numPartitions]));
  for (const topic of ['payments.commands', 'routing.requests', 'routing.results', 'connector.results.payments'])
    expect([counts(8).get(topic), counts(3).get(topic)]).toEqual([8, 3]);
  expect(counts(3).get('payments.queries')).toBe(4);
});

it('the dead-letter topic accepts the largest message of every topic except replies, with 64 KB of headers more', () => {
  const [brokersDefault, headers] = [1_048_588, 65_536];
  const limitOf = (topic: string) =>
    Number(plan.find((one) => one.topic === topic)?.config['max.message.bytes'] ?? brokersDefault);
  const sources = names.filter((name) => name !== 'dead_letters' && !name.startsWith('gateway.replies.'));
  expect(limitOf('dead_letters')).toBe(Math.max(...sources.map(limitOf)) + headers);
});

it.each(['0', '-1', 'many', '1.5'])('KAFKA_PARTITIONS=%s is refused', (text) => {
  expect(() => keyedPartitionsOf({ KAFKA_PARTITIONS: text })).toThrow(/KAFKA_PARTITIONS/);
});

it('the partition count is undefined without KAFKA_PARTITIONS', () => {
  expect([keyedPartitionsOf({}), keyedPartitionsOf({ KAFKA_PARTITIONS: '16' })]).toEqual([undefined, 16]);
});

describe('another retention of the internal topics', () => {
  const shortened = internalRetainedFor(2);

  it('is that of every internal topic, whose segments close after a quarter of it', () => {
    const settings = { 'retention.ms': '120000', 'segment.ms': '30000' };
    for (const topic of ['payments.commands', 'connector.commands.shared', gatewayRepliesTopic(0)])
      expect(shortened.get(topic)).toMatchObject(settings);
  });

  it('leaves out public and compacted topics and the dead-letter topic', () => {
    const others = ['payments.lifecycle', 'refunds.lifecycle', 'accounts.config', 'dead_letters'];
    expect(others.filter((topic) => shortened.has(topic))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(others));
  });

  it('changes no other setting of a topic', () => {
    for (const [topic, config] of shortened) {
      const planned = plan.find((one) => one.topic === topic)!.config;
      expect(config).toEqual({ ...planned, 'retention.ms': '120000', 'segment.ms': '30000' });
    }
  });
});

import { connectorNames } from '@payorch/connectors/catalogue';
import { allMessages, connectorCommandsTopic, deadLetterTopic, gatewayRepliesTopic } from '@payorch/contracts';
import { keyedPartitionsOf, topicPlan } from './topic-plan';

const plan = topicPlan(8);
const names = plan.map(({ topic }) => topic);

it('names every topic once, and leaves no family unspelled', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes('<'))).toEqual([]);
});

it('has a topic for every message', () => {
  const plain = allMessages.map(({ topic }) => topic).filter((topic) => !topic.includes('<'));
  expect(names).toEqual(expect.arrayContaining(plain));
  expect(names).toEqual(expect.arrayContaining(connectorNames.map(connectorCommandsTopic)));
});

it('has a place to park what any topic but a reply may carry', () => {
  const deadLetterTopics = new Set(names.filter((name) => name.endsWith('.dlq')));
  const sourceTopics = names.filter((name) => !name.endsWith('.dlq') && !name.startsWith('gateway.replies.'));
  expect([...deadLetterTopics].sort()).toEqual(sourceTopics.map(deadLetterTopic).sort());
  expect(names).toContain(gatewayRepliesTopic(0));
});

it('gives all keyed topics the same count of partitions', () => {
  const counts = (keyed: number) => new Map(topicPlan(keyed).map(({ topic, numPartitions }) => [topic, numPartitions]));
  for (const topic of ['payments.commands', 'routing.requests', 'routing.results', 'connector.results.payments'])
    expect([counts(8).get(topic), counts(3).get(topic)]).toEqual([8, 3]);
  expect(counts(3).get('payments.queries')).toBe(4);
});

it('lets a parked message be larger than what it was', () => {
  const limit = (topic: string) => Number(plan.find((one) => one.topic === topic)?.config['max.message.bytes']);
  expect(limit('webhooks.requests.dlq')).toBeGreaterThan(limit('webhooks.requests'));
});

it.each(['0', '-1', 'many', '1.5'])('refuses KAFKA_PARTITIONS=%s', (text) => {
  expect(() => keyedPartitionsOf({ KAFKA_PARTITIONS: text })).toThrow(/KAFKA_PARTITIONS/);
});

it('leaves the count open where nothing is said', () => {
  expect([keyedPartitionsOf({}), keyedPartitionsOf({ KAFKA_PARTITIONS: '16' })]).toEqual([undefined, 16]);
});

import { Partitioners, type PartitionMetadata } from 'kafkajs';
import { partitionKeyHeader, partitionOf, pinningPartitioner } from './partitioner';

const layout = Array.from({ length: 6 }, (_, partitionId) => ({ partitionId, leader: 0 }) as PartitionMetadata);
const keys = Array.from({ length: 200 }, (_, n) => `merchant_${n % 7}/pay_${n}`);

describe('partitionOf', () => {
  it('the partition of a key is the one that the client chooses when it produces', () => {
    const choose = Partitioners.DefaultPartitioner();
    for (const key of keys) {
      const chosen = choose({ topic: 'any', partitionMetadata: layout, message: { key, value: null } });
      expect(partitionOf(key, 6)).toBe(chosen);
    }
    expect(new Set(keys.map((key) => partitionOf(key, 6))).size).toBe(6);
  });

  it('the partition of a key is the one that Java clients choose', () => {
    // Hashes of these keys in the tests of the Java client.
    const hashes = { '21': -973_932_308, foobar: -790_332_482, 'a-little-bit-long-string': -985_981_536 };
    for (const [key, hash] of Object.entries(hashes)) expect(partitionOf(key, 1_000)).toBe((hash & 0x7fffffff) % 1_000);
  });
});

describe('pinningPartitioner', () => {
  it('messages with one partition key have one partition, whatever their keys, and that of the key itself', () => {
    const choose = pinningPartitioner();
    const partitions = keys.map((key) =>
      choose({
        topic: 'any',
        partitionMetadata: layout,
        message: { key, value: null, headers: { [partitionKeyHeader]: 'mca_1' } },
      }),
    );
    expect(new Set(partitions)).toEqual(new Set([partitionOf('mca_1', 6)]));
  });

  it('a message retains its partition through retries, also without a key', () => {
    const choose = pinningPartitioner();
    const messages = Array.from({ length: 20 }, () => ({ value: 'x' }));
    const chosen = messages.map((message) => choose({ topic: 'any', partitionMetadata: layout, message }));
    expect(new Set(chosen).size).toBeGreaterThan(1);
    expect(messages.map((message) => choose({ topic: 'any', partitionMetadata: layout, message }))).toEqual(chosen);
  });
});

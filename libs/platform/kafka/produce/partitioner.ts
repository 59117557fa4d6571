import { Partitioners, type ICustomPartitioner, type PartitionerArgs, type PartitionMetadata } from 'kafkajs';

const byKey = Partitioners.DefaultPartitioner();
const layouts = new Map<number, PartitionMetadata[]>();

/** The client's own partitioner requires metadata; for a key it only reads the number of partitions. */
function layoutOf(partitions: number): PartitionMetadata[] {
  const known = layouts.get(partitions);
  if (known) return known;
  const layout = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  layouts.set(partitions, layout);
  return layout;
}

/** The partition of a key: the same for every topic with this partition count, and the one that Java clients choose. */
export const partitionOf = (key: string, partitions: number): number =>
  byKey({ topic: '', partitionMetadata: layoutOf(partitions), message: { key, value: null } });

/** The CloudEvents attribute by which a message is put into a partition, where that is not its key. */
export const partitionKeyHeader = 'ce_partitionkey';

/** The key of a message is what it is about, by which messages keep their order; a partition may have more in common. */
function byPartitionKey(args: PartitionerArgs): PartitionerArgs {
  const key = args.message.headers?.[partitionKeyHeader];
  return typeof key === 'string' ? { ...args, message: { ...args.message, key } } : args;
}

/**
 * Pins a message to its first partition. Otherwise a retry would send a message without a key to another partition, and
 * the next message of the first partition would carry a sequence number that the broker has seen: acknowledged, and
 * never stored.
 */
export const pinningPartitioner: ICustomPartitioner = () => {
  const choose = Partitioners.DefaultPartitioner();
  return (args) => (args.message.partition ??= choose(byPartitionKey(args)));
};

import { Partitioners, type ICustomPartitioner, type PartitionMetadata } from 'kafkajs';

const byKey = Partitioners.DefaultPartitioner();
const layouts = new Map<number, PartitionMetadata[]>();

/** The client's own partitioner wants metadata; all that it reads of them for a key is how many there are. */
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

/** The partition of a key among so many: the same for every topic, and the one that Java clients choose. */
export const partitionOf = (key: string, partitions: number): number =>
  byKey({ topic: '', partitionMetadata: layoutOf(partitions), message: { key, value: null } });

/**
 * A message keeps the partition that it was given first. Otherwise a retry would send a keyless one elsewhere, and the next
 * message of the first partition would carry a sequence number that the broker has seen: acknowledged, and never stored.
 */
export const pinningPartitioner: ICustomPartitioner = () => {
  const choose = Partitioners.DefaultPartitioner();
  return (args) => (args.message.partition ??= choose(args));
};

import { eventually, withAdmin, type RunningSystem } from '@payorch/harness';

/** The consumer groups of the services with the topics of their committed offsets; groups of test readers are left out. */
async function groupsOf({ kafkaBrokers }: RunningSystem): Promise<Map<string, string[]>> {
  return withAdmin(kafkaBrokers, async (admin) => {
    const { groups } = await admin.listGroups();
    const found = new Map<string, string[]>();
    for (const { groupId } of groups) {
      if (groupId.startsWith('reader.')) continue;
      const topics = (await admin.fetchOffsets({ groupId })).map(({ topic }) => topic);
      if (topics.length > 0) found.set(groupId, topics);
    }
    return found;
  });
}

/** Resets the offsets of every group to the earliest message. No service may run. */
export async function rewindAll(system: RunningSystem): Promise<string[]> {
  const groups = await groupsOf(system);
  await withAdmin(system.kafkaBrokers, async (admin) => {
    for (const [groupId, topics] of groups)
      for (const topic of topics) await admin.resetOffsets({ groupId, topic, earliest: true });
  });
  return [...groups.keys()].sort();
}

/** Waits until every group has handled all messages of its topics. */
export async function caughtUp(system: RunningSystem, withinMs = 60_000): Promise<void> {
  const groups = await groupsOf(system);
  await withAdmin(system.kafkaBrokers, async (admin) => {
    const check = async (groupId: string, topic: string) => {
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, high]));
      const [reached] = await admin.fetchOffsets({ groupId, topics: [topic] });
      for (const { partition, offset } of reached?.partitions ?? []) {
        const end = Number(ends.get(partition));
        if (end > Math.max(0, Number(offset)))
          throw new Error(`${groupId} is at ${offset} of ${end} in ${topic}/${partition}`);
      }
      return true;
    };
    for (const [groupId, topics] of groups)
      for (const topic of topics) await eventually(() => check(groupId, topic), { withinMs, everyMs: 200 });
  });
}

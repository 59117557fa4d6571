import type { Batch, Kafka } from 'kafkajs';
import type { Log } from '../client/client';
import { decode, Unreadable } from '../messages/codec';
import type { Incoming } from '../messages/envelope';
import type { GroupTimes } from '../consume/group-consumer';
import type { MessageRegistry } from '../messages/registry';
import { TopicReader } from '../consume/topic-reader';

export interface ConfigFollowerOptions {
  readonly kafka: Pick<Kafka, 'consumer' | 'admin'>;
  readonly log: Log;
  /** `accounts.config`, or another topic that each process reads whole. */
  readonly topic: string;
  readonly registry: MessageRegistry;
  readonly apply: (incoming: Incoming) => void;
  /** `end`: of a topic whose older messages say nothing about now. Default: `beginning`. */
  readonly from?: 'beginning' | 'end';
  readonly times?: GroupTimes;
}

/** Reads a topic, usually a compacted one from its beginning, and then follows it: this process's own copy of the settings. */
export class ConfigFollower {
  private readonly reader: TopicReader;

  constructor(private readonly options: ConfigFollowerOptions) {
    const { kafka, log, topic, times, from = 'beginning' } = options;
    this.reader = new TopicReader({
      kafka,
      log,
      topic,
      from,
      // Settings change rarely: a long fetch wait costs nothing.
      times: { maxWaitMs: 1_000, ...times },
      onBatch: (batch) => this.onBatch(batch),
    });
  }

  start(): Promise<void> {
    return this.reader.start();
  }

  /** Resolves when everything is applied that was on the topic at boot. */
  ready(): Promise<void> {
    return this.reader.caughtUp;
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  private onBatch({ topic, partition, messages }: Batch): void {
    for (const record of messages) {
      // A tombstone only lets compaction remove a setting; the message before it already marked the setting deleted.
      if (record.value === null) continue;
      const incoming = decode(this.options.registry, { ...record, topic, partition });
      if (incoming instanceof Unreadable) {
        this.options.log.error({ topic, offset: record.offset, cause: incoming.cause }, 'a setting cannot be read');
      } else this.options.apply(incoming);
    }
  }
}

import type { Clock } from '@payorch/kernel';
import type { AccountSettings, BodySeals, ConnectorLanes, Incoming, MessageProducer } from '@payorch/platform/kafka';
import type { Ending, Sql } from '@payorch/platform/postgres';
import type { HandleStep } from './decide-batch';
import type { RedeliveryReply, Repository } from './step';
import type { KeysWaitReport } from './waiting-messages';

/** The infrastructure that the shell needs. */
export interface ShellParts<State, Shared> {
  /** Runs `work` in one transaction that may access rows of these merchants only. */
  readonly transact: <T>(merchants: readonly string[], work: (sql: Sql) => Promise<Ending<T>>) => Promise<T>;
  /** Runs `work` in a read-only transaction that sees rows of these merchants only. */
  readonly read: <T>(merchants: readonly string[], work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly repository: Repository<State, Shared>;
  readonly handle: HandleStep<State, Shared>;
  /** Whether the handler of a message only makes a message for its owner. */
  readonly isForwarded: (incoming: Incoming) => boolean;
  /**
   * The reply to a command that is redelivered after it took effect; undefined while its first reply is still pending.
   */
  readonly replyToRedelivery: (state: State | undefined, incoming: Incoming, shared: Shared) => RedeliveryReply;
  readonly producer: Pick<MessageProducer, 'send'>;
  /** Seals messages and replies with personal data. */
  readonly seals?: BodySeals | undefined;
  /** The gateway's public address: a service that publishes on public topics needs it for the addresses of their schemas. */
  readonly publicUrl?: string | undefined;
  /** The lanes of the commands to workers. */
  readonly lanes?: Pick<ConnectorLanes, 'of'> | undefined;
  readonly settings: Pick<AccountSettings, 'waitForVersion'>;
  /** Publishes a message that cannot be handled to the dead-letter topic. */
  readonly deadLetter: (incoming: Incoming, cause: Error) => Promise<void>;
  /** Publishes the committed but unpublished messages of our partitions. */
  readonly publishPending: () => Promise<void>;
  readonly clock: Clock;
  readonly settingsWaitMs: number;
  /** Called with the delays of newly written jobs. */
  readonly onScheduled?: (delaysMs: readonly number[]) => void;
  /** Called while messages past the limit wait for data keys, and once when they no longer do. */
  readonly onKeysWait?: (wait: KeysWaitReport) => void;
  readonly onFault: (error: Error, batchSize: number, batch?: readonly Incoming[]) => void;
}

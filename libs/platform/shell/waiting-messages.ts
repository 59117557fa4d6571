import { jobsTopic } from '@payorch/platform/jobs';
import type { Incoming } from '@payorch/platform/kafka';
import { type Answered, settingsOutdated } from './admission';

/** Separates the messages that wait for data keys from the others of a batch; all wait if none is found to. */
export function separateWaiting(
  batch: readonly Incoming[],
  isWaiting: (incoming: Incoming) => boolean,
): { readonly waiting: readonly Incoming[]; readonly others: readonly Incoming[] } {
  const waiting = batch.filter(isWaiting);
  if (waiting.length === 0) return { waiting: batch, others: [] };
  return { waiting, others: batch.filter((incoming) => !isWaiting(incoming)) };
}

interface TimedOut {
  /** Their callers send them again. */
  readonly refused: readonly Answered[];
  /** To be postponed: the next run of the job finds the keys. */
  readonly jobs: readonly Incoming[];
  /** No caller sends them again: they wait without a limit. */
  readonly waiting: readonly Incoming[];
}

/** What happens to messages whose data keys did not arrive in time: none is lost. */
export const timedOut = (waiting: readonly Incoming[]): TimedOut => ({
  refused: waiting.flatMap(settingsOutdated),
  jobs: waiting.filter(isJob),
  waiting: waiting.filter((incoming) => !incoming.context.replyTo && !isJob(incoming)),
});

const isJob = ({ origin }: Incoming): boolean => origin.topic === jobsTopic;

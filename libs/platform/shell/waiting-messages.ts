import { jobsTopic } from '@payorch/platform/jobs';
import type { Incoming } from '@payorch/platform/kafka';
import { type Answered, settingsOutdated } from './admission';

/** Messages past the limit of their wait, and how long the batch has waited for data keys; none: the wait has ended. */
export interface KeysWaitReport {
  readonly messages: number;
  readonly waitedMs: number;
}

/** The wait of a batch for data keys. Messages that no caller sends again wait without a limit: an operator must learn of them. */
export class KeysWait {
  private since: number | undefined;
  private isReported = false;

  constructor(
    private readonly limitMs: number,
    private readonly report: ((wait: KeysWaitReport) => void) | undefined,
  ) {}

  /** Begins with the first call. */
  isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() >= this.since + this.limitMs;
  }

  goOn(messages: number): void {
    if (messages === 0 || !this.isOver()) return this.end();
    this.isReported = true;
    this.report?.({ messages, waitedMs: performance.now() - (this.since ?? 0) });
  }

  end(): void {
    if (this.isReported) this.report?.({ messages: 0, waitedMs: 0 });
    this.isReported = false;
  }
}

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

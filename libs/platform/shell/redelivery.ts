import { refuse } from '@payorch/contracts';
import type { Incoming, Reply } from '@payorch/platform/kafka';

/** A message that is answered without a decision; null: the reply is the current state. */
export interface Redelivered {
  readonly incoming: Incoming;
  readonly refusal: Reply | null;
}

const neverBegun = refuse('not_begun_in_time');

/** A check of a command is never late: its reply is the same at any time. */
const isLate = ({ context: { deadline, checkOf, replyTo } }: Incoming, now: Date): boolean =>
  deadline !== undefined && deadline < now && checkOf === undefined && replyTo !== undefined;

/**
 * Separates new messages from messages handled before, in an earlier batch or earlier in this one. A check of a command
 * that was refused, or that never began before its deadline, receives that refusal: the state of the object would not
 * show it. A message past its deadline does not begin, also when its batch is retried after an outage; a message that
 * had begun is not new. Forwarded commands are not checked here: their owner does all this.
 */
export function separateRedelivered(
  batch: readonly Incoming[],
  before: ReadonlyMap<string, Reply | null>,
  now: Date,
  isForwarded: (incoming: Incoming) => boolean,
): { fresh: Incoming[]; redelivered: Redelivered[] } {
  const fresh: Incoming[] = [];
  const redelivered: Redelivered[] = [];
  const seen = new Set<string>();
  for (const incoming of batch) {
    if (isForwarded(incoming)) {
      fresh.push(incoming);
      continue;
    }
    const { messageId, checkOf } = incoming.context;
    const wasHandled = (id: string): boolean => before.has(id) || seen.has(id);
    const earlierRefusal = checkOf === undefined ? null : wasHandled(checkOf) ? before.get(checkOf) : neverBegun;
    if (earlierRefusal || wasHandled(messageId))
      redelivered.push({ incoming, refusal: earlierRefusal ?? before.get(messageId) ?? null });
    else if (isLate(incoming, now)) {
      redelivered.push({ incoming, refusal: neverBegun });
      continue;
    } else fresh.push(incoming);
    seen.add(messageId);
  }
  return { fresh, redelivered };
}

import { refuse } from '@payorch/contracts';
import type { Incoming, Reply } from '@payorch/platform/kafka';

/** A message that is answered and not decided; null: what the state says is the answer. */
export interface Redelivered {
  readonly incoming: Incoming;
  readonly refusal: Reply | null;
}

const neverBegun = refuse('not_begun_in_time');

/** A question behind a command is never late: what it is told is the same whenever it is told. */
const isLate = ({ context: { deadline, behind, replyTo } }: Incoming, now: Date): boolean =>
  deadline !== undefined && deadline < now && behind === undefined && replyTo !== undefined;

/**
 * Parts what is new from what was handled before, in an earlier batch or earlier in this one. What is asked behind a command
 * that was refused, or never came this far before its deadline, is told so: the state of its object would not tell. What is
 * past its deadline begins no more, also where its batch is repeated after an outage; but what had begun is no news. Commands
 * that are only forwarded are left to their owner, which judges all this.
 */
export function divide(
  batch: readonly Incoming[],
  before: ReadonlyMap<string, Reply | null>,
  now: Date,
  isForwarded: (incoming: Incoming) => boolean,
): { fresh: Incoming[]; again: Redelivered[] } {
  const fresh: Incoming[] = [];
  const again: Redelivered[] = [];
  const seen = new Set<string>();
  for (const incoming of batch) {
    if (isForwarded(incoming)) {
      fresh.push(incoming);
      continue;
    }
    const { messageId, behind } = incoming.context;
    const wasHandled = (id: string): boolean => before.has(id) || seen.has(id);
    const fate = behind === undefined ? null : wasHandled(behind) ? before.get(behind) : neverBegun;
    if (fate || wasHandled(messageId)) again.push({ incoming, refusal: fate ?? before.get(messageId) ?? null });
    else if (isLate(incoming, now)) {
      again.push({ incoming, refusal: neverBegun });
      continue;
    } else fresh.push(incoming);
    seen.add(messageId);
  }
  return { fresh, again };
}

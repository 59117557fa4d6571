import { refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import type { Dispute } from '../dispute';

const readable: readonly string[] = ['dispute_opened', 'dispute_challenged', 'dispute_accepted'];

/** A worker answers a read within this time, or says that it cannot. */
const answersWithinMs = 60_000;

/** `force_sync`: reads the dispute at its processor while something may follow. A second caller waits for the read under way. */
export function readDispute(dispute: Dispute | undefined, _command: unknown, context: DecideContext): Decision {
  if (!dispute) return refuse('dispute_not_found');
  const { now, pendingReplies } = context;
  if (!readable.includes(dispute.known.status)) return unchanged([{ kind: 'reply', pendingReplies }]);
  const { readers, readAt } = dispute;
  const isUnderWay = readers.length > 0 && readAt !== null && now.getTime() - Date.parse(readAt) < answersWithinMs;
  // The callers of a read without an answer have stopped waiting.
  return isUnderWay
    ? decided({ ...dispute, readers: [...readers, ...pendingReplies] })
    : decided({ ...dispute, readers: pendingReplies, readAt: now.toISOString() }, [{ kind: 'read' }]);
}

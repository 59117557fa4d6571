/** store: the first answer, for ever. release: the outcome is open, the next try goes on. forget: nothing was done. */
export type KeyVerdict = 'store' | 'release' | 'forget';

/** What becomes of a key by the answer of its request. A refusal counts only once something has left us. */
export function keyVerdict(status: number, hasSent: boolean): KeyVerdict {
  if (status >= 500) return 'release';
  // Too many requests: a limit judged who asked and how often, and says nothing of the request.
  if (status === 429) return 'forget';
  return status < 400 || hasSent ? 'store' : 'forget';
}

/** store: the first answer, for ever. give_back: the outcome is open, the next try goes on. forget: nothing was done. */
export type Verdict = 'store' | 'give_back' | 'forget';

/** What becomes of a key by the answer of its request. A refusal counts only once something has left us. */
export function judgeAnswer(status: number, hasSent: boolean): Verdict {
  if (status >= 500) return 'give_back';
  // Too many requests: a limit judged who asked and how often, and says nothing of the request.
  if (status === 429) return 'forget';
  return status < 400 || hasSent ? 'store' : 'forget';
}

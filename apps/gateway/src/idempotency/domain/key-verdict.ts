/** store: the response is final. release: the outcome is open, and a retry continues. forget: nothing was done. */
export type KeyVerdict = 'store' | 'release' | 'forget';

/** Decides about a key by the response of its request. A refusal is stored only if the request has sent a command. */
export function keyVerdict(status: number, hasSent: boolean): KeyVerdict {
  if (status >= 500) return 'release';
  // 429: the limit applies to the caller, not to the request.
  if (status === 429) return 'forget';
  return status < 400 || hasSent ? 'store' : 'forget';
}

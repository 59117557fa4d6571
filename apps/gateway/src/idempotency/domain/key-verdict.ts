import type { RefusalCode } from '@payorch/contracts';

/** store: the response is final. release: the outcome is open, and a retry continues. forget: nothing was done. */
export type KeyVerdict = 'store' | 'release' | 'forget';

/** What is known of a response when its key is decided. */
export interface AnsweredRequest {
  readonly status: number;
  /** The request has sent a command. */
  readonly hasSent: boolean;
  /** The internal code of the refusal that the response shows. */
  readonly refusal?: RefusalCode | undefined;
}

/** The caller may not send the request, or its object does not exist: no command was accepted, though one was sent. */
const notAccepted: ReadonlySet<number> = new Set([401, 403, 404]);
const wrongSecrets: ReadonlySet<string> = new Set<RefusalCode>(['client_secret_invalid', 'client_secret_expired']);

/**
 * Decides about a key by the response of its request. A refusal is stored only if an owner judged the request: a key that
 * met no object, or the wrong client secret, stays free for the request that was meant.
 */
export function keyVerdict({ status, hasSent, refusal }: AnsweredRequest): KeyVerdict {
  if (status >= 500) return 'release';
  // 429: the limit applies to the caller, not to the request.
  if (status === 429) return 'forget';
  if (status < 400) return 'store';
  if (notAccepted.has(status) || wrongSecrets.has(refusal ?? '')) return 'forget';
  return hasSent ? 'store' : 'forget';
}

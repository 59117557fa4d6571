export const retries = 5;

/** The wait after the n-th failed attempt: it doubles, so five retries take 31 times the base. Undefined: given up. */
export const backoffMs = (failedAttempts: number, baseMs: number): number | undefined =>
  failedAttempts > retries ? undefined : baseMs * 2 ** (failedAttempts - 1);

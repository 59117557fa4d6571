import type { AuthenticationState } from './authentication.machine';

/** The times of the operators that limit an authentication. */
export interface AuthenticationTimes {
  readonly beginWithinMs: number;
  readonly customerTimeoutMs: number;
}

/** An overdue result is requested so often before the authentication ends without one. */
export const overdueRequests = 3;

export const timedOut = {
  code: 'AUTHENTICATION_TIMEOUT',
  message: 'The authentication was not completed in time',
  reason: null,
};

/** How long each step may take, from its beginning. A call without an answer is overdue at once. */
export const stepLimitMs: { readonly [S in AuthenticationState]: (times: AuthenticationTimes) => number } = {
  pre_authenticating: ({ beginWithinMs }) => beginWithinMs,
  browser_awaited: ({ customerTimeoutMs }) => customerTimeoutMs,
  authenticating: () => 0,
  challenged: ({ customerTimeoutMs }) => customerTimeoutMs,
  succeeded: () => 0,
  failed: () => 0,
};

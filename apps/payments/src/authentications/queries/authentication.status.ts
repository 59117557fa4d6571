import type { AuthenticationState } from '../domain/authentication.machine';

/** The state of an authentication under the names of the interface. */
const statuses: Readonly<Record<AuthenticationState, string>> = {
  pre_authenticating: 'started',
  browser_awaited: 'pending',
  authenticating: 'pending',
  challenged: 'pending',
  succeeded: 'success',
  failed: 'failed',
};

/** The status of an authentication on the interface. */
export const authenticationStatusOf = (state: AuthenticationState): string => statuses[state];

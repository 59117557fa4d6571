import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';

/**
 * One authentication outside the processor (EMV 3-D Secure), before the authorization of its attempt. It moves no money. Only
 * `succeeded` lets the attempt be authorized; an ended authentication stays as it is, whatever the 3DS server reports later.
 */
export const authenticationMachine = defineMachine({
  pre_authenticating: { pre_authenticated: 'browser_awaited', failed: 'failed' },
  // The issuer's fingerprint page runs in the browser.
  browser_awaited: { sent: 'authenticating', failed: 'failed' },
  authenticating: {
    challenged: 'challenged',
    authenticated: 'succeeded',
    failed: 'failed',
    left_open: 'authenticating',
  },
  challenged: { authenticated: 'succeeded', failed: 'failed', left_open: 'challenged' },
  succeeded: {},
  failed: {},
});

export type AuthenticationState = StateOf<typeof authenticationMachine>;

const ended = {
  authenticated: 'authenticated',
  not_authenticated: 'failed',
  declined: 'failed',
  not_sent: 'failed',
  not_supported: 'failed',
  absent: 'failed',
  accepted: 'left_open',
  unknown: 'left_open',
} as const;

export const authenticationOperation = defineOperation({
  machine: authenticationMachine,
  outcomes: {
    // Nothing looks a pre-authentication up, and nothing depends on it: one without an answer has failed.
    pre_authenticating: {
      pre_authenticated: 'pre_authenticated',
      declined: 'failed',
      not_sent: 'failed',
      not_supported: 'failed',
      absent: 'failed',
      unknown: 'failed',
    },
    browser_awaited: {},
    authenticating: { ...ended, authentication_challenged: 'challenged' },
    challenged: { ...ended, authentication_challenged: 'left_open' },
    succeeded: {},
    failed: {},
  },
});

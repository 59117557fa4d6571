/** The environment of a system whose event loops a test stops by SIGUSR2, and whose syncs follow quickly. */
export const supervised = {
  WATCHDOG_TIMEOUT: '2s',
  FAIL_POINTS: 'on-sigusr2=hang',
  SYNC_PACE_PERCENT: '5',
  SWEEP_EVERY: '500ms',
  SWEEP_AFTER: '5s',
  // "Not found" is final after twice the call timeout.
  CALL_TIMEOUT_MS: '3000',
  CONNECT_TIMEOUT_MS: '1000',
  LEASE_MS: '4000',
};

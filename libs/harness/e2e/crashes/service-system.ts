import { spawnSystem, type System } from '@payorch/harness';
import { paymentApps } from '../support/quick-system';

/** What a killed worker had claimed and not sent ends with a "not found" that counts: 20 s after its claim, instead of 129 s. */
const soon = { SYNC_PACE_PERCENT: '5', SWEEP_EVERY: '1s', SWEEP_AFTER: '5s' };

/** The system of the journeys in services.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnSystem({
    apps: paymentApps,
    appEnv: {
      payments: soon,
      refunds: soon,
      // "Not found" counts after twice the timeout of a call.
      'connector-worker': { CALL_TIMEOUT_MS: '6000', CONNECT_TIMEOUT_MS: '3000', LEASE_MS: '8000' },
    },
  });
});
afterAll(() => system?.stop());

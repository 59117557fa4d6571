import { spawnSystem, type System } from '@payorch/harness';
import { paymentApps } from '../support/quick-system';

/** The environment of every instance of payments. */
export const payments = { SYNC_PACE_PERCENT: '20' };

/** The system of the journeys in outages.spec.ts, whose servers they stop. */
export let system: System;
beforeAll(async () => {
  // Short timeouts: the length of the gateway's waits is not under test.
  const gateway = { REPLY_TIMEOUT: '2s', PROCESSOR_REPLY_TIMEOUT: '4s' };
  const appEnv = { payments, gateway };
  system = await spawnSystem({ apps: paymentApps, ownPostgres: true, appEnv });
});
afterAll(() => system?.stop());

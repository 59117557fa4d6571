import { spawnSystem, type System } from '@payorch/harness';
import { paymentApps, shortSessionTimeout } from '../support/quick-system';

/** The environment of its payments service. */
export const payments = { SYNC_PACE_PERCENT: '20', SWEEP_EVERY: '1s', ...shortSessionTimeout };

/** The system of the journeys in messages.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnSystem({ apps: paymentApps, connectors: ['stripe_test'], appEnv: { payments } });
});
afterAll(() => system?.stop());

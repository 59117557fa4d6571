import { spawnSystem, type System } from '@payorch/harness';
import { paymentApps, shortSessionTimeout } from '../support/quick-system';

/** The environment of its payments service. */
export const payments = { SYNC_PACE_PERCENT: '20', SWEEP_EVERY: '1s', ...shortSessionTimeout };

/** A query that a killed instance had read is answered by another one: after the session, and then after as long as a busy machine takes. */
const gateway = { REPLY_TIMEOUT: '15s' };

/** The system of the journeys in messages.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnSystem({ apps: paymentApps, appEnv: { payments, gateway } });
});
afterAll(() => system?.stop());

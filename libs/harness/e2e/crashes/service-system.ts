import { spawnSystem, type System } from '@payorch/harness';
import { paymentApps } from '../support/quick-system';

/** The system of the journeys in services.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnSystem({ apps: paymentApps });
});
afterAll(() => system?.stop());

import type { System } from '@payorch/harness';
import { shortSessionTimeout } from '../support/quick-system';
import { spawnQuickWithRefunds } from '../support/refund-checks';

/** The system of the journeys in crashes.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnQuickWithRefunds({ env: shortSessionTimeout });
});
afterAll(() => system?.stop());

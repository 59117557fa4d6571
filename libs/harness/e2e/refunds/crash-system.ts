import type { System } from '@payorch/harness';
import { shortSessionTimeout } from '../support/quick-system';
import { connectors } from '../support/payment-scenarios';
import { spawnQuickWithRefunds } from '../support/refund-checks';

/** The system of the journeys in crashes.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnQuickWithRefunds({ connectors, env: shortSessionTimeout });
});
afterAll(() => system?.stop());

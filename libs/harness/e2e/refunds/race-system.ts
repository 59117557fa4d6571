import type { System } from '@payorch/harness';
import { longTimeoutWorker } from '../support/quick-system';
import { spawnQuickWithRefunds } from '../support/refund-checks';

/** The system of the journeys in races.spec.ts. */
export let system: System;
beforeAll(async () => {
  const appEnv = { 'connector-worker': longTimeoutWorker };
  system = await spawnQuickWithRefunds({ appEnv });
});
afterAll(() => system?.stop());

import type { System } from '@payorch/harness';
import { spawnQuickWithRefunds } from '../support/refund-checks';

/** The system of the journeys in unknown.spec.ts. */
export let system: System;
beforeAll(async () => {
  system = await spawnQuickWithRefunds();
});
afterAll(() => system?.stop());

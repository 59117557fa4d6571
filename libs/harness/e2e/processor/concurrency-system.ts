import type { System } from '@payorch/harness';
import { longSessionTimeout, longTimeoutWorker, spawnQuick } from '../support/quick-system';

/** The system of the journeys in concurrency.spec.ts. */
export let system: System;
beforeAll(async () => {
  const appEnv = { 'connector-worker': longTimeoutWorker };
  system = await spawnQuick({ env: longSessionTimeout, appEnv });
});
afterAll(() => system?.stop());

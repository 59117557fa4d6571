import type { System } from '@payorch/harness';
import { longTimeoutWorker, spawnQuick } from '../support/quick-system';

/** The system of the journeys in rotations.spec.ts. */
export let system: System;
beforeAll(async () => {
  const env = { KEYS_RELOAD_EVERY: '100ms', REWRAP_AGAIN_AFTER: '500ms', REWRAP_REST: '1s' };
  const webhooks = { WEBHOOK_TIMEOUT: '400ms', WEBHOOK_POLL: '50ms', WEBHOOK_RETRY_SCHEDULE: '99x0.3' };
  const appEnv = { webhooks, 'connector-worker': longTimeoutWorker };
  system = await spawnQuick({ connectors: ['stripe_test', 'stripe'], env, appEnv });
});
afterAll(() => system?.stop());

import { allApps } from '@payorch/provisioning';
import type { System } from '@payorch/harness';
import { longSessionTimeout, spawnQuick } from '../support/quick-system';

/** The system of the journeys in stored-values.spec.ts: with a Postgres whose files they may read, and all logs. */
export let system: System;
beforeAll(async () => {
  system = await spawnQuick({
    apps: allApps,
    ownPostgres: true,
    env: { LOG_LEVEL: 'debug', ...longSessionTimeout },
    appEnv: { webhooks: { WEBHOOK_POLL: '50ms' } },
  });
});
afterAll(() => system?.stop());

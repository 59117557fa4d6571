import { apiAt, eventually, type System } from '@payorch/harness';
import { allApps, type AppName } from '@payorch/provisioning';
import { spawnQuickWithPayouts } from '../support/payouts';
import { longTimeoutWorker } from '../support/quick-system';

/** The system of the journeys in rotations.spec.ts. */
export let system: System;
beforeAll(async () => {
  const env = { KEYS_RELOAD_EVERY: '100ms', REWRAP_AGAIN_AFTER: '500ms', REWRAP_REST: '1s' };
  const webhooks = { WEBHOOK_TIMEOUT: '400ms', WEBHOOK_POLL: '50ms', WEBHOOK_RETRY_SCHEDULE: '99x0.3' };
  const appEnv = { webhooks, 'connector-worker': longTimeoutWorker };
  system = await spawnQuickWithPayouts({ apps: allApps, env, appEnv });
});
afterAll(() => system?.stop());

export const metricsOf = async (app: AppName): Promise<string> =>
  (await apiAt(system.baseUrl(app), { 'api-key': system.adminKey }).get('/metrics')).text;

/** Waits until the metrics of each of these apps show it. */
export const everyAppShows = (
  apps: readonly AppName[],
  shows: (metrics: string) => boolean,
  withinMs = 60_000,
): Promise<unknown> => eventually(async () => (await Promise.all(apps.map(metricsOf))).every(shows), { withinMs });

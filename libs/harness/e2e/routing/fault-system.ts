import { apiAt, spawnSystem, type Api, type AppProcess, type System } from '@payorch/harness';
import { longTimeoutWorker, shortSessionTimeout } from '../support/quick-system';

/** The system of the journeys in faults.spec.ts, with two gateways. */
export let system: System;
let second: AppProcess;
beforeAll(async () => {
  system = await spawnSystem({
    apps: ['gateway', 'payments', 'routing', 'connector-worker', 'sandbox'],
    env: shortSessionTimeout,
    appEnv: { payments: { JOB_POLL: '100ms' }, 'connector-worker': longTimeoutWorker },
  });
  second = await system.addInstance('gateway');
  second.launch(shortSessionTimeout);
  await second.ready();
});
afterAll(() => system?.stop());

/** Clients with the same key at each gateway. */
export const atBothGateways = (apiKey: string): readonly Api[] => {
  const at = (baseUrl: string): Api => apiAt(baseUrl, { 'api-key': apiKey });
  return [at(system.baseUrl('gateway')), at(second.baseUrl)];
};

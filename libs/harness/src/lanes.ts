import { laneKeysOf } from '@payorch/contracts';
import { ensureLane } from '@payorch/provisioning';
import { ok } from './http';
import type { RunningSystem } from './running-system';
import { withAdmin } from './topics';

/** Gives a connector, or a connector account, a lane of its own, as operators do: first the topics, then the setting. */
export async function giveLane(
  { admin, kafkaBrokers }: Pick<RunningSystem, 'admin' | 'kafkaBrokers'>,
  account: { readonly connector: string; readonly merchantConnectorId?: string },
  lane: string,
): Promise<void> {
  await withAdmin(kafkaBrokers, (broker) => ensureLane(broker, lane));
  const [own, connectors] = laneKeysOf({ merchantConnectorId: '', ...account });
  ok(await admin.post('/configs', { key: account.merchantConnectorId === undefined ? connectors : own, value: lane }));
}

import { connectorCommandsTopic, connectorWebhooksTopic, laneKeysOf, lanesAmong } from '@payorch/contracts';
import { ensureLane } from '@payorch/provisioning';
import { eventually } from './eventually';
import { ok } from './http';
import type { RunningSystem } from './running-system';
import { withAdmin } from './topics';

/** Makes the topics of a lane, and waits until a worker consumes them. */
export async function makeLane({ kafkaBrokers }: Pick<RunningSystem, 'kafkaBrokers'>, lane: string): Promise<void> {
  await withAdmin(kafkaBrokers, async (broker) => {
    await ensureLane(broker, lane);
    const [{ groupId } = { groupId: '' }] = lanesAmong([connectorCommandsTopic(lane), connectorWebhooksTopic(lane)]);
    await eventually(async () => (await broker.describeGroups([groupId])).groups[0]?.members.length || undefined, {
      withinMs: 30_000,
    });
  });
}

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

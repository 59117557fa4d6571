import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantConnectorId } from '@payorch/values';
import { topics } from '../messages/topics';

/** At most this many accounts in one message. */
export const maxPausedAccounts = 1_000;

/**
 * That a worker process runs, and which connector accounts do not answer it: published when this changes, and every few seconds.
 * Routing sends payments to such accounts last. Losing one costs nothing but that.
 */
export const connectorHealth = defineMessage({
  topic: topics.connectorHealth.name,
  type: 'connector.health',
  version: 1,
  kind: 'event',
  key: (m) => m.instance,
  data: z.object({
    /** The process, by a random name. */
    instance: z.string().min(1),
    /** Of the release before lanes, when each connector had topics of its own: those that the worker still consumes. */
    connectors: z.array(z.string()),
    /** The lanes that the worker consumes; neither a lane nor a connector: it shuts down. Absent: a worker of the release before lanes. */
    lanes: z.array(z.string()).optional(),
    /** Without another message within this time the worker counts as away. */
    validForMs: z.int().min(1),
    /** The accounts whose breaker for charges has opened since the worker's last message, and for how long. */
    paused: z.array(z.object({ merchantConnectorId, forMs: z.int().min(0) })).max(maxPausedAccounts),
  }),
});

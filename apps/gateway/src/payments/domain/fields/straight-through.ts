import type { Refusal, StraightThrough } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { z } from 'zod';

/** A choice may be a bare connector name. */
const choice = z.union([
  z
    .string()
    .min(1)
    .transform((connector) => ({ connector, merchantConnectorId: null })),
  z
    .object({ connector: z.string().min(1), merchant_connector_id: z.string().nullish() })
    .transform(({ connector, merchant_connector_id: id }) => ({ connector, merchantConnectorId: id ?? null })),
]);

const algorithm = z.discriminatedUnion('type', [
  z.object({ type: z.literal('single'), data: choice.transform((one) => [one]) }),
  z.object({ type: z.literal('priority'), data: z.array(choice).min(1) }),
]);

const routing = z.union([algorithm, z.object({ algorithm }).transform((wrapped) => wrapped.algorithm)]);

/**
 * The connector accounts that the request names: `routing` before the plain list `connector`; undefined where the
 * request has neither.
 */
export function readStraightThrough(sent: {
  readonly routing?: unknown;
  readonly connector?: readonly string[] | null;
}): StraightThrough | Refusal | undefined {
  if (sent.routing !== undefined && sent.routing !== null) {
    const read = routing.safeParse(sent.routing);
    if (!read.success) return refuse('invalid_request', { message: 'Invalid straight through routing rules format' });
    return { kind: 'accounts', algorithm: read.data.type, accounts: read.data.data };
  }
  return sent.connector?.length ? { kind: 'connectors', connectors: [...sent.connector] } : undefined;
}

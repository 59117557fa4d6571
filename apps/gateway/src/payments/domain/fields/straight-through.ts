import type { Json, Refusal, StraightThrough } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isProblems, pathFrom, readAlgorithm } from '@payorch/routing-rules';
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

/** An algorithm of the request's own. */
const rules = z.object({ type: z.enum(['volume_split', 'advanced']), data: z.unknown() });

/** The algorithm itself, or the same in `algorithm`. */
const wrapped = z.object({ type: z.undefined().optional(), algorithm: z.unknown() });

const unreadable = (problems: readonly Refusal[] = []): Refusal => ({
  ...refuse('invalid_request', { message: 'Invalid straight through routing rules format', path: 'routing' }),
  ...(problems.length > 0 && { others: problems }),
});

function readRules(sent: unknown, root: string): StraightThrough | Refusal {
  const read = rules.safeParse(sent);
  if (!read.success) return unreadable();
  const { type, data = null } = read.data as { readonly type: 'volume_split' | 'advanced'; readonly data?: Json };
  const checked = readAlgorithm({ type, data });
  if (!isProblems(checked)) return { kind: 'algorithm', algorithm: type, data };
  const refusalOf = ({ path, problem }: (typeof checked)[number]): Refusal =>
    refuse('invalid_request', { message: problem, path: pathFrom(`${root}.data`, path) });
  return unreadable(checked.map(refusalOf));
}

/**
 * The connector accounts that the request names, or its own rules for them: `routing` before the plain list `connector`; undefined
 * where the request has neither. Of rules, the refusal lists every problem.
 */
export function readStraightThrough(sent: {
  readonly routing?: unknown;
  readonly connector?: readonly string[] | null;
}): StraightThrough | Refusal | undefined {
  if (sent.routing !== undefined && sent.routing !== null) {
    const { data: inner } = wrapped.safeParse(sent.routing);
    const [routing, path] = inner ? [inner.algorithm, 'routing.algorithm'] : [sent.routing, 'routing'];
    const named = algorithm.safeParse(routing);
    if (!named.success) return readRules(routing, path);
    return { kind: 'accounts', algorithm: named.data.type, accounts: named.data.data };
  }
  return sent.connector?.length ? { kind: 'connectors', connectors: [...sent.connector] } : undefined;
}

import type { Json, RoutingAlgorithmKind } from '@payorch/contracts';
import type { Algorithm } from '@payorch/routing-rules';
import { isProblems, pathFrom, readAlgorithm } from '@payorch/routing-rules';
import { fieldsOf, parsedJson } from './json';

/** The kinds that choose a connector account by themselves. */
const kinds = ['single', 'priority', 'volume_split', 'advanced'] as const satisfies readonly RoutingAlgorithmKind[];

/**
 * The algorithm of a file: a body of `POST /routing`, a record of `GET /routing/{id}` or the `algorithm` of either. Otherwise every
 * problem of it, each with its path.
 */
export function readAlgorithmFile(text: string): Algorithm | readonly string[] {
  const parsed = parsedJson(text);
  if ('problem' in parsed) return [parsed.problem];
  const outer = fieldsOf(parsed.json);
  const prefix = outer?.['algorithm'] === undefined ? '' : 'algorithm.';
  const fields = prefix === '' ? outer : fieldsOf(outer?.['algorithm']);
  const type = kinds.find((kind) => kind === fields?.['type']);
  if (!fields || type === undefined) return [`${prefix}type must be one of ${kinds.join(', ')}`];
  const read = readAlgorithm({ type, data: (fields['data'] ?? null) as Json });
  if (!isProblems(read)) return read;
  return read.map(({ path, problem }) => `${pathFrom(`${prefix}data`, path)} ${problem}`);
}

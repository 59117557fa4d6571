import { refuse, type Refusal } from '@payorch/contracts';

/**
 * Segments of our own paths that stand where an id would: an object of such a name could never be read again. Some are words
 * of routes that are not served yet.
 */
export const reservedIds: ReadonlySet<string> = new Set([
  ...['aggregate', 'filter', 'filters', 'kv', 'link', 'list', 'list_with_count', 'profile', 'redirect', 'search'],
  ...['session_tokens', 'sync', 'total', 'transfer', 'v2', 'create', 'update', 'update-batch', 'get', 'delete'],
]);

/** Refuses the first id that a caller may not choose; absent and null ones pass. Their form was checked before. */
export function checkChosenIds(ids: Readonly<Record<string, string | null | undefined>>): Refusal | undefined {
  const wrong = Object.entries(ids).find(([, id]) => typeof id === 'string' && reservedIds.has(id.toLowerCase()));
  return wrong && refuse('invalid_value', { field: wrong[0] });
}

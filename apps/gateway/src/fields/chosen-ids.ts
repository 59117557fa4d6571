import { joinRefusals, refuse, type Refusal } from '@payorch/contracts';

/**
 * Path segments of this service in the position of an id: an object with such an id could not be retrieved. Some belong
 * to routes that do not exist yet.
 */
export const reservedIds: ReadonlySet<string> = new Set([
  ...['aggregate', 'filter', 'filters', 'kv', 'link', 'list', 'list_with_count', 'profile', 'redirect', 'search'],
  ...['payment_methods', 'connectors'],
  ...['session_tokens', 'sync', 'total', 'transfer', 'v2', 'create', 'update', 'update-batch', 'get', 'delete'],
  'payment_methods',
]);

/** Refuses reserved ids; absent and null ids pass. The body validation has checked their format. */
export const checkChosenIds = (ids: Readonly<Record<string, string | null | undefined>>): Refusal | undefined =>
  joinRefusals(
    Object.entries(ids)
      .filter(([, id]) => typeof id === 'string' && reservedIds.has(id.toLowerCase()))
      .map(([field]) => refuse('invalid_value', { field })),
  );

/**
 * The targets that every change must pass before the slow tests. The audit asks the registry, so it alone never comes from the
 * cache.
 */
export const checkTargets = [
  ...['code', 'format', 'boundaries'],
  ...['docs', 'paths', 'reference', 'words', 'secrets', 'licences', 'audit'],
];

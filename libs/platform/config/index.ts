export * from './fail-points';
export * from './read-config';
export * from './setting';
export * from './settings';

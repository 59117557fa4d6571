export * from './fail-points';
export * from './follow-file';
export * from './kafka-settings';
export * from './read-config';
export * from './secret-settings';
export * from './setting';
export * from './settings';
export * from './redis-url';

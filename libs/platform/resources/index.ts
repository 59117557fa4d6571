export * from './decided-step';
export * from './list-selection';
export * from './open-rows';
export * from './own-records';
export * from './resource-rows';
export * from './resource-store';
export * from './show-resource';

export * from './infrastructure';
export * from './provide';
export * from './run-service';
export * from './service-settings';
export * from './reseal-provider';
export * from './stateful-provider';
export * from './stateful-settings';
export * from './rewrap-providers';

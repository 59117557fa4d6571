export * from './infrastructure';
export * from './provide';
export * from './run-service';
export * from './service-settings';

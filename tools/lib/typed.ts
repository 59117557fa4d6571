export * from './app-env';
export * from './audit';
export * from './licences';
export * from './provision';
export * from './secrets';
export * from './topic-plan';

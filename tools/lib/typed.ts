export * from './app-env';
export * from './provision';
export * from './secrets';
export * from './topic-plan';

export * from './app-env';
export * from './provision';
export * from './topic-plan';

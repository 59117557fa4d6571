export * from './app-env';
export * from './audit';
export * from './key-rotation';
export * from './licences';
export * from './provision';
export * from './secrets';
export * from './topic-plan';

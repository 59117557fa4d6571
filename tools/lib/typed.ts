export * from './app-env';
export * from './audit';
export * from './broker-access';
export * from './kafka-acls';
export * from './licences';
export * from './provision';
export * from './secrets';
export * from './topic-plan';

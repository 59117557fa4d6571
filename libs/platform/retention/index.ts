export * from './delete-expired';
export * from './retention-worker';
export * from './stored-for';
export * from './settings';

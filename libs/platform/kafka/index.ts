export * from './account-settings';
export * from './client';
export * from './codec';
export * from './dead-letter';
export * from './envelope';
export { partitionOf } from './partitioner';
export * from './registry';
export * from './reply-codec';
export * from './trace-context';

export type { AggregateStore } from './aggregate-store';
export * from './batch-shell';
export * from './decide-batch';
export * from './decides';
export * from './batch-writes';
export * from './query-server';
export * from './stateful-service';
export * from './step';

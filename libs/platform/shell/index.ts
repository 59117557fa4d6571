export * from './batch-shell';
export * from './decide-batch';
export * from './plumbing';
export * from './query-server';
export * from './stateful-service';
export * from './step';

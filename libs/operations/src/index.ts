export * from './apply-outcome';
export * from './operation';
export * from './outcome-case';
export * from './sync-schedule';

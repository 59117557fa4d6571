export * from './rotation-consumer';
export * from './rewrap-job';
export * from './rewrap-settings';
export * from './rewrapped';
export * from './rewrapped-transport';
export * from './seal-walk';
export * from './seal-walk.rows';
export * from './sealed-table';

export * from './rewrap-job';
export * from './rewrap-settings';
export * from './rewrapped';
export * from './rotation-transport';
export * from './seal-walk';
export * from './seal-walk.rows';
export * from './sealed-table';

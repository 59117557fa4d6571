export * from './bigint-column';
export * from './database';
export * from './hot-table';
export * from './merchant-scope';
export * from './migrate';
export * from './parted-statement';
export * from './sql-errors';
export * from './transaction';

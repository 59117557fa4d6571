export * from './seal-walk-tables';
export * from './snapshot-backfill-table';

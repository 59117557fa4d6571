export * from './backfill-page';
export * from './known-objects';
export * from './snapshot-backfill';
export * from './snapshot-backfill.rows';

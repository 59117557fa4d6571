export * from './forget-old';
export * from './outbox';
export * from './outbox.rows';

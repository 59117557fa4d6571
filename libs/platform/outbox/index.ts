export * from './outbox';
export * from './outbox.rows';

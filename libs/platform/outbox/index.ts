export * from './delete-expired';
export * from './outbox';
export * from './outbox.rows';

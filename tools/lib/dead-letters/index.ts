export * from './dead-letter';
export * from './dead-letter-store';
export * from './masked-body';
export * from './plan';

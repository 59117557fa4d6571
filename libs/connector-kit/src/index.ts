export * from './amounts';
export * from './auth';
export * from './define-connector';
export * from './flows';
export * from './http';
export * from './capabilities';
export * from './outcomes';
export * from './webhook';

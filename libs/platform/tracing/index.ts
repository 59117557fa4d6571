export * from './export-spans';
export * from './open-span';
export * from './settings';
export * from './trace-context';

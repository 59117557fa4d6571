export { topics } from '@payorch/contracts';
export * from '@payorch/provisioning';
export * from './audit';
export * from './bench-routing';
export * from './disk-points';
export * from './doc-paths';
export * from './licences';
export * from './row-retention';
export * from './read-model-rows';

export * from '@payorch/provisioning';
export * from './audit';
export * from './licences';

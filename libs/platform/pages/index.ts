export * from './page-template';

export * from './catalogue';
export * from './registry';

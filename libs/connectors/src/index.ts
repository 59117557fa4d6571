export * from './catalogue';
export * from './generated/registry';

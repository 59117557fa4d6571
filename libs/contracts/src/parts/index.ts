export * from './account';
export * from './card';
export * from './ids';
export * from './json';
export * from './keys';
export * from './money';
export * from './operation';
export * from './outcome';

export * from './account';
export * from './card';
export * from './ids';
export * from './json';
export * from './money';
export * from './outcome';

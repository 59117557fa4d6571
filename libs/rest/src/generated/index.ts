/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
export * from './accounts';
export * from './api-keys';
export * from './blocklist';
export * from './cards';
export * from './configs';
export * from './connectors';
export * from './customers';
export * from './enums';
export * from './gsm';
export * from './organizations';
export * from './parts';
export * from './payment-methods';
export * from './payments';
export * from './profiles';
export * from './queries';
export * from './refunds';
export * from './relays';

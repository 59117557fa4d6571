export { DataKeyCache } from './data-key-cache';
export { DataKeyRepository } from './persistence/data-key.repository';
export { DataKeyRow } from './persistence/data-key.rows';

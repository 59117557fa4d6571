export { DataKeyCache } from './data-key-cache';
export { openWithNewest } from './open-with-newest';
export { DataKeyRepository } from './persistence/data-key.repository';
export { DataKeyRow } from './persistence/data-key.rows';

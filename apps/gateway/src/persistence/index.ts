export { Database, orUnavailable } from './database';
export { ExpirySweep } from './expiry-sweep';
export { ReadThrough } from './read-through';

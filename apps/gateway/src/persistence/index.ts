export { Database, orUnavailable } from './database';
export { ReadThrough } from './read-through';

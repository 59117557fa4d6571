import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Downloads and unpacked programs, shared by every data folder of this checkout. */
export const cacheDir = path.join(root, '.payorch', 'cache');

/** Where the unit tests of a project leave jest's report. */
export const unitReport = (project) => path.join(root, 'dist/tests', `${project}.json`);

/** The folder for the data, logs, secrets and process ids of a running system. */
export const dataDirFromEnv = (env = process.env) => path.resolve(root, env.PAYORCH_DATA || '.payorch');

/** The folders below one data folder. */
export const layoutOf = (dataDir) => ({
  dataDir,
  logs: path.join(dataDir, 'logs'),
  run: path.join(dataDir, 'run'),
  secrets: path.join(dataDir, 'secrets.json'),
  /** The key list files; running services reload a changed file. */
  keys: path.join(dataDir, 'keys'),
  demo: path.join(dataDir, 'demo.json'),
  /** The address with which people read the database. */
  readerUrl: path.join(dataDir, 'database_url.reader'),
});

import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Downloads and what is unpacked from them: the same for every data folder of this checkout. */
export const cacheDir = path.join(root, '.payorch', 'cache');

/** Where a running system keeps its data, logs, secrets and process ids. */
export const dataDirFromEnv = (env = process.env) => path.resolve(root, env.PAYORCH_DATA || '.payorch');

/** The folders below one data folder. */
export const layoutOf = (dataDir) => ({
  dataDir,
  logs: path.join(dataDir, 'logs'),
  run: path.join(dataDir, 'run'),
  secrets: path.join(dataDir, 'secrets.json'),
  /** The key lists, a file each, which running services read again when they change. */
  keys: path.join(dataDir, 'keys'),
  demo: path.join(dataDir, 'demo.json'),
});

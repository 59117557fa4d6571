import { execFileSync } from 'node:child_process';
import net from 'node:net';

const listen = (port) =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(resolve));
  });

const span = 1_000;
/**
 * Below the ephemeral ports, and a separate range for each jest worker (its lower half; `libs/harness/src/free-port.ts` uses the
 * upper half), so that no concurrent search or outgoing connection takes the same port.
 */
const first = 12_000 + 2 * span * (Number(process.env.JEST_WORKER_ID ?? 0) % 8);
let tried = Math.floor(Math.random() * span);

async function anyFree() {
  for (;;) {
    tried += 1;
    const port = first + (tried % span);
    if (await isFree(port)) return port;
  }
}

export const isFree = (port) =>
  listen(port).then(
    () => true,
    () => false,
  );

/** The preferred port if it is free, else any free port. Another process may take the port first: callers must verify their server. */
export async function freePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred;
  return anyFree();
}

/** Several free ports at once, all different, and none of `promised`, whose processes do not listen yet. */
export async function freePorts(count, promised = []) {
  const found = new Set();
  while (found.size < count) {
    const port = await anyFree();
    if (!promised.includes(port)) found.add(port);
  }
  return [...found];
}

const run = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

/** Which process listens on a port, as `name (pid 12)`; undefined when unknown. */
export function holderOf(port) {
  const socket = run('ss', ['-H', '-ltnp', `sport = :${port}`]).match(/users:\(\("([^"]+)",pid=(\d+)/);
  if (socket) return `${socket[1]} (pid ${socket[2]})`;
  const [pid, name] = run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']).split('\n');
  return pid?.startsWith('p') && name?.startsWith('c') ? `${name.slice(1)} (pid ${pid.slice(1)})` : undefined;
}

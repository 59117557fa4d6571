import { execFileSync } from 'node:child_process';
import net from 'node:net';

const listen = (port) =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });

export const isFree = (port) =>
  listen(port).then(
    () => true,
    () => false,
  );

/** The preferred port when nobody has it, else any free one. Probing is a guess: callers check who answers afterwards. */
export async function freePort(preferred = 0) {
  if (preferred && (await isFree(preferred))) return preferred;
  return listen(0);
}

/** Several free ports at once, all different. */
export async function freePorts(count) {
  const found = new Set();
  while (found.size < count) found.add(await listen(0));
  return [...found];
}

const run = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

/** Which process listens on a port, as `name (pid 12)`; undefined where the machine does not tell. */
export function holderOf(port) {
  const socket = run('ss', ['-H', '-ltnp', `sport = :${port}`]).match(/users:\(\("([^"]+)",pid=(\d+)/);
  if (socket) return `${socket[1]} (pid ${socket[2]})`;
  const [pid, name] = run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']).split('\n');
  return pid?.startsWith('p') && name?.startsWith('c') ? `${name.slice(1)} (pid ${pid.slice(1)})` : undefined;
}

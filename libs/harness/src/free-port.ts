import { createServer } from 'node:net';

const span = 1_000;
/**
 * Below the ports that a system gives away by itself, and a range of its own for each of jest's workers (its upper half: see
 * `tools/lib/ports.mjs`): whoever looks for a port meanwhile, for a server or a call, looks elsewhere.
 */
const first = 13_000 + 2 * span * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 8);
let tried = Math.floor(Math.random() * span);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** A port that nobody listens at, and that nobody else is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    tried += 1;
    const port = first + (tried % span);
    if (await isFree(port)) return port;
  }
}

import { createServer } from 'node:net';

const span = 1_000;
/**
 * Below the ephemeral ports, and a separate range for each jest worker (its upper half; `tools/lib/ports.mjs` uses the lower
 * half), so that no concurrent search or outgoing connection takes the same port.
 */
const first = 13_000 + 2 * span * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 8);
let tried = Math.floor(Math.random() * span);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** A port without a listener, returned to no other caller. */
export async function freePort(): Promise<number> {
  for (;;) {
    tried += 1;
    const port = first + (tried % span);
    if (await isFree(port)) return port;
  }
}

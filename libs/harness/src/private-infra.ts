import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const workspace = path.resolve(__dirname, '../../..');

interface Server {
  readonly pid: number;
  readonly url: string;
}

/** Servers that belong to one test alone: it may flush, stop and kill them. */
export interface PrivateInfra {
  readonly kafka: Server;
  readonly redis: Server;
  readonly stop: () => Promise<void>;
}

/**
 * A broker and a Redis of a test's own, empty. They run below a process of tools/ that ends them when it is told to, and also
 * when this process dies: it reads from a pipe that then closes.
 */
export async function privateInfra(): Promise<PrivateInfra> {
  const host = spawn(process.execPath, [path.join(workspace, 'tools/infra.mjs'), 'redis', 'kafka'], {
    cwd: workspace,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  host.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(host, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: host.stdout }), 'line').then(([text]) => text as string),
    ended.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`no private infrastructure: ${complaints}`);
  const servers = JSON.parse(line) as { kafka: Server; redis: Server };
  // A test that forgets to stop them must not keep its process alive; that one's end closes the pipe.
  host.unref();
  for (const pipe of [host.stdin, host.stdout, host.stderr]) (pipe as unknown as Socket).unref();
  return {
    ...servers,
    stop: async () => {
      host.ref();
      host.stdin.end();
      await ended;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { BrokerSecurity } from './broker-security';
import { eventually } from './eventually';

const workspace = path.resolve(__dirname, '../../..');

export interface Server {
  readonly pid: number;
  readonly url: string;
}
export type ServerName = 'postgres' | 'redis' | 'kafka';

/** Servers that belong to one test alone: it may flush, stop and kill them. */
export interface PrivateInfra {
  readonly kafka: Server;
  readonly redis: Server;
  /** Only where it was asked for. */
  readonly postgres?: Server;
  readonly signal: (name: ServerName, signal: NodeJS.Signals) => void;
  /** Ends a server, at once unless a signal says otherwise (Postgres by its immediate stop), and waits until it is gone. */
  readonly kill: (name: ServerName, by?: NodeJS.Signals) => Promise<void>;
  /** Brings it back on the same port and data, and waits until it answers. */
  readonly restart: (name: ServerName) => Promise<void>;
  readonly stop: () => Promise<void>;
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Its children would keep the memory of a Postgres that is killed; SIGQUIT ends them as well, without a checkpoint. */
const crash = { postgres: 'SIGQUIT', redis: 'SIGKILL', kafka: 'SIGKILL' } as const;

/**
 * A broker and a Redis of a test's own, empty, and a Postgres where wanted. They run below a process of tools/ that ends them
 * when it is told to, and also when this process dies: it reads from a pipe that then closes.
 */
export async function privateInfra(
  names: readonly ServerName[] = ['redis', 'kafka'],
  security?: BrokerSecurity,
): Promise<PrivateInfra> {
  const host = spawn(process.execPath, [path.join(workspace, 'tools/infra.mjs'), ...names], {
    cwd: workspace,
    env: { ...process.env, ...(security && { KAFKA_SECURITY: JSON.stringify(security) }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  host.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(host, 'exit');
  const lines = createInterface({ input: host.stdout });
  const answer = async () => {
    const line = await Promise.race([
      once(lines, 'line').then(([text]) => text as string),
      ended.then(() => undefined),
    ]);
    if (line === undefined) throw new Error(`no private infrastructure: ${complaints}`);
    return JSON.parse(line) as Record<ServerName, Server>;
  };
  const servers = await answer();
  // A test that forgets to stop them must not keep its process alive; that one's end closes the pipe.
  host.unref();
  for (const pipe of [host.stdin, host.stdout, host.stderr]) (pipe as unknown as Socket).unref();
  const signal = (name: ServerName, which: NodeJS.Signals) => void process.kill(servers[name].pid, which);
  return {
    ...servers,
    signal,
    kill: async (name, by = crash[name]) => {
      signal(name, by);
      await eventually(() => isGone(servers[name].pid), { everyMs: 10, withinMs: 60_000 });
    },
    restart: async (name) => {
      host.stdin.write(`restart ${name}\n`);
      Object.assign(servers, await answer());
    },
    stop: async () => {
      host.ref();
      host.stdin.end();
      await ended;
    },
  };
}

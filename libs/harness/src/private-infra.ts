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
export interface RedisServer extends Server {
  /** The path under which the program was found; it may decide by its name what it does. */
  readonly program: string;
}
/** An S3 server with one bucket. */
export interface S3Server extends Server {
  readonly bucket: string;
  /** Where its buckets are, each a folder. */
  readonly folder: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
export type ServerName = 'postgres' | 'redis' | 'kafka' | 's3';

/** Servers of one test, which may flush, stop and kill them. */
export interface PrivateInfra {
  readonly kafka: Server;
  readonly redis: RedisServer;
  /** Only when requested. */
  readonly postgres?: Server;
  readonly s3?: S3Server;
  readonly signal: (name: ServerName, signal: NodeJS.Signals) => void;
  /** Ends a server and waits until its process is gone. The default signal ends it at once (Postgres: immediate shutdown). */
  readonly kill: (name: ServerName, by?: NodeJS.Signals) => Promise<void>;
  /** Restarts the server on the same port and data, and waits until it answers. */
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

/** After SIGKILL the child processes of Postgres keep its shared memory; SIGQUIT also ends the children, without a checkpoint. */
const crash = { postgres: 'SIGQUIT', redis: 'SIGKILL', kafka: 'SIGKILL', s3: 'SIGKILL' } as const;

/**
 * Starts an empty broker and Redis for one test, and a Postgres on request. `tools/infra.mjs` runs the servers and stops them
 * when its input pipe closes: on `stop`, or when this process dies.
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
  let errorOutput = '';
  host.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const ended = once(host, 'exit');
  const lines = createInterface({ input: host.stdout });
  const answer = async () => {
    const line = await Promise.race([
      once(lines, 'line').then(([text]) => text as string),
      ended.then(() => undefined),
    ]);
    if (line === undefined) throw new Error(`no private infrastructure: ${errorOutput}`);
    return JSON.parse(line) as Record<ServerName, Server> & { redis: RedisServer; s3: S3Server };
  };
  const servers = await answer();
  // A test that forgets `stop` must not keep this process alive; the end of this process closes the pipe.
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

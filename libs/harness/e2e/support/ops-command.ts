import type { Json, RunningSystem } from '@payorch/harness';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../../../..');

async function run(system: RunningSystem, tool: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, ADMIN_API_KEY: system.adminKey, KAFKA_BROKERS: system.kafkaBrokers.join() };
  const command = [path.join(root, 'tools', tool), ...args];
  return (await promisify(execFile)(process.execPath, command, { env, cwd: root })).stdout;
}

/** What `npm run ops -- …` prints about a system. */
export const runOps = (system: RunningSystem, args: readonly string[]): Promise<string> =>
  run(system, 'ops.mjs', [...args, '--url', system.baseUrl('gateway')]);

/** What `npm run dlq -- …` prints about a system; rejects with its exit code. */
export const runDlq = (system: RunningSystem, args: readonly string[]): Promise<string> => run(system, 'dlq.mjs', args);

/** A line for each operation without an outcome. */
export async function stuckIn(system: RunningSystem): Promise<string[]> {
  const { data } = JSON.parse(await runOps(system, ['stuck', '--min-age', '0', '--json'])) as { data: Json[] };
  return data.map(({ object, id, state }) => `the ${object} ${id} is stuck in ${state}`);
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of `npm run reconcile -- …` on a system, that may be killed. */
export function startReconcile(
  system: RunningSystem,
  args: readonly string[],
): { ended: Promise<Ended>; kill(): void } {
  const env = { ...process.env, ADMIN_API_KEY: system.adminKey };
  const command = [path.join(root, 'tools/reconcile.mjs'), '--url', system.baseUrl('gateway'), ...args];
  const child = spawn(process.execPath, command, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code ?? -1), ...output }));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** What `npm run reconcile -- …` says about a system, with its exit code. */
export const runReconcile = (system: RunningSystem, args: readonly string[]): Promise<Ended> =>
  startReconcile(system, args).ended;

import type { Json, RunningSystem } from '@payorch/harness';
import { execFile } from 'node:child_process';
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

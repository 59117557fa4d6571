import type { RunningSystem } from '@payorch/harness';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../../../..');

/** What `npm run ops -- …` prints about a system. */
export async function runOps(system: RunningSystem, args: readonly string[]): Promise<string> {
  const env = { ...process.env, ADMIN_API_KEY: system.adminKey, KAFKA_BROKERS: system.kafkaBrokers.join() };
  const command = [path.join(root, 'tools/ops.mjs'), ...args, '--url', system.baseUrl('gateway')];
  return (await promisify(execFile)(process.execPath, command, { env, cwd: root })).stdout;
}

import { sharedSystem } from '@payorch/harness';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Minutes on a busy machine: seconds on a free one. */
const limitMs = 600_000;

const system = sharedSystem();
const root = path.resolve(__dirname, '../../../../..');

it(
  'answers to documented, random and wrong requests have the status, content type and shape of the document',
  async () => {
    const deadline = String(limitMs / 1000);
    const flags = ['--examples', '1', '--seed', '1', '--deadline', deadline];
    const at = ['--at', system.baseUrl('gateway'), '--sandbox', system.baseUrl('sandbox')];
    const child = spawn(process.execPath, ['tools/check-api.mjs', ...flags, ...at], {
      cwd: root,
      env: { ...process.env, ADMIN_API_KEY: system.adminKey },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [code] = await once(child, 'exit');
    // The report names each request that was answered otherwise, with a command that sends it again.
    expect([code, code === 0 ? '' : text]).toEqual([0, '']);
  },
  limitMs + 60_000,
);

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformSync } from '@swc/core';
import { ConfigError, readConfig } from '@payorch/platform/config';
import { watchdogTimeoutMs } from './settings';

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-watchdog-'));
const children: ChildProcess[] = [];
beforeAll(() => {
  for (const name of ['watchdog', 'watch-heartbeat'])
    writeFileSync(path.join(folder, `${name}.js`), compiled(path.join(__dirname, `${name}.ts`)));
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const compiled = (file: string): string =>
  transformSync(jest.requireActual<typeof import('node:fs')>('node:fs').readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  }).code;

/** A process under a watchdog of one second whose main thread runs this code; resolves when the process is up. */
async function watched(work: string) {
  const program = `const { startWatchdog } = require(${JSON.stringify(path.join(folder, 'watchdog.js'))});
    startWatchdog({ service: 'payments', timeoutMs: 1000 });
    setInterval(() => undefined, 1000);
    process.stdout.write('up\\n', () => setTimeout(() => { ${work} }, 300));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  while (!output.includes('up')) await sleep(20);
  return { child, ended, lines: () => output.trim().split('\n').slice(1) };
}

const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';

describe('the watchdog', () => {
  it.each([
    ['waits for ever', waits, 'S'],
    ['runs an endless loop', 'for (;;);', 'R'],
  ])(
    'the watchdog aborts a process whose event loop %s, and writes one log line',
    async (_title, work, threadState) => {
      const { ended, lines } = await watched(work);
      expect(await ended).toEqual([null, 'SIGABRT']);
      expect(lines()).toHaveLength(1);
      const line = JSON.parse(lines()[0]!) as Record<string, unknown>;
      expect(line).toMatchObject({ level: 'fatal', service: 'payments' });
      expect(line['message']).toBe('the event loop stopped: aborting the process');
      expect(line['stoppedMs']).toBeGreaterThanOrEqual(1_000);
      if (process.platform === 'linux') expect(line['threadState']).toBe(threadState);
    },
  );

  it('the watchdog does not end a process that was stopped for longer and continued, repeatedly', async () => {
    const { child, ended, lines } = await watched('');
    for (let round = 0; round < 3; round++) {
      child.kill('SIGSTOP');
      await sleep(1_500);
      child.kill('SIGCONT');
      await sleep(100);
    }
    await sleep(1_500);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(lines()).toEqual([]);
  });

  it('the watchdog does not prevent a process from ending by itself', async () => {
    const { ended } = await watched('process.exit(3)');
    expect(await ended).toEqual([3, null]);
  });
});

describe('WATCHDOG_TIMEOUT', () => {
  const read = (env: Record<string, string>) => readConfig({ ms: watchdogTimeoutMs() }, env).ms;

  it('WATCHDOG_TIMEOUT is 10 s by default, or the configured value', () => {
    expect([read({}), read({ WATCHDOG_TIMEOUT: '3s' }), read({ WATCHDOG_TIMEOUT: '0' })]).toEqual([10_000, 3_000, 0]);
  });

  it.each(['0', '0s', '000ms'])('production refuses a watchdog of %s', (text) => {
    expect(() => read({ MODE: 'production', WATCHDOG_TIMEOUT: text })).toThrow(ConfigError);
  });
});

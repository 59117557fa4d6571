import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '..');
const name = `load-typescript-${process.pid}`;
const folder = path.join(root, 'dist', name);
const run = promisify(execFile);

/** In the past: a file that changes while it is read is compiled again. */
function write(file: string, text: string, minutesAgo = 1): void {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  writeFileSync(path.join(folder, file), text);
  utimesSync(path.join(folder, file), at, at);
}

/** What the module exports, and the file that it was loaded from, in a process of its own. */
async function load(): Promise<{ readonly value: unknown; readonly file: string }> {
  const entry = JSON.stringify(`dist/${name}/entry.ts`);
  const script = `
    const { compiledFile, loadTypescript } = await import('./tools/lib/load-typescript.mjs');
    const { value } = await loadTypescript(${entry});
    process.stdout.write(JSON.stringify({ value, file: await compiledFile(${entry}) }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  return JSON.parse(stdout) as { value: unknown; file: string };
}

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const compiled = path.join(root, 'dist/tools');
  for (const file of readdirSync(compiled).filter((one) => one.startsWith(`dist.${name}.`)))
    rmSync(path.join(compiled, file));
});

it('a module is compiled once for all processes, and again when something that it imports has changed', async () => {
  write('entry.ts', `import { part } from './part';\nexport const value: string = part;`);
  write('part.ts', `export const part = 'first';`, 2);
  const first = await load();
  expect(first.value).toBe('first');
  expect(await load()).toEqual(first);
  write('part.ts', `export const part = 'other';`);
  const second = await load();
  expect(second.value).toBe('other');
  expect(second.file).not.toBe(first.file);
  expect(await load()).toEqual(second);
});

it('what was changed while it was compiled is compiled again', async () => {
  write('part.ts', `export const part = 'later';`, -1);
  const [one, other] = [await load(), await load()];
  expect([one.value, other.value]).toEqual(['later', 'later']);
  expect(other.file).not.toBe(one.file);
});

it('several processes at once load the same', async () => {
  write('part.ts', `export const part = 'at once';`, 3);
  const all = await Promise.all([load(), load(), load()]);
  expect(all.map(({ value }) => value)).toEqual(['at once', 'at once', 'at once']);
});

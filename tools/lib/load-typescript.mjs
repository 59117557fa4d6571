import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, replaceFile } from './bundle.mjs';
import { root } from './paths.mjs';

const folder = path.join(root, 'dist/tools');
/** What a module is compiled with: its other inputs are the files that it imports. */
const compiledWith = ['.swcrc', 'package-lock.json', 'tsconfig.base.json', 'tools/lib/bundle.mjs'];
/** A process that has read which file to load loads it at once. */
const loadsWithinMs = 3_600_000;

/** Changes with the content of a file; undefined: there is no such file. */
function stampOf(file) {
  const { mtimeMs, size } = statSync(path.join(root, file), { throwIfNoEntry: false }) ?? {};
  return mtimeMs === undefined ? undefined : `${mtimeMs} ${size}`;
}

/** The compiled file, if nothing of what it was compiled from has changed. */
function knownFile(list) {
  try {
    const { file, stamps } = JSON.parse(readFileSync(list, 'utf8'));
    const isUnchanged = Object.entries(stamps).every(([input, stamp]) => stampOf(input) === stamp);
    return isUnchanged && statSync(file, { throwIfNoEntry: false }) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Compiles a module into a file of its own, and notes from what. Earlier files of the module stay as long as a process may load them. */
async function compile(entry, name, list) {
  const began = Date.now();
  const file = path.join(folder, `${name}.${randomUUID().slice(0, 8)}.mjs`);
  const inputs = [...(await bundle({ entry, outfile: file, format: 'esm' })), ...compiledWith];
  const stamps = Object.fromEntries(inputs.map((input) => [input, stampOf(input)]));
  // A file that was changed meanwhile may have been read before.
  const isSettled = inputs.every(
    (input) => (statSync(path.join(root, input), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < began,
  );
  if (isSettled) await replaceFile(list, JSON.stringify({ file, stamps }));
  for (const earlier of readdirSync(folder).filter((one) => one.startsWith(`${name}.`) && /\.mjs(\.map)?$/.test(one))) {
    const { mtimeMs = began } = statSync(path.join(folder, earlier), { throwIfNoEntry: false }) ?? {};
    if (began - mtimeMs > loadsWithinMs) rmSync(path.join(folder, earlier), { force: true });
  }
  return file;
}

/** The file of a module of these tools in TypeScript, compiled anew when something that it imports has changed. */
export async function compiledFile(entry) {
  const name = entry.replace(/\.ts$/, '').replaceAll('/', '.');
  const list = path.join(folder, `${name}.json`);
  return knownFile(list) ?? (await compile(entry, name, list));
}

const loaded = new Map();

/** A module of these tools in TypeScript. */
export function loadTypescript(entry) {
  if (!loaded.has(entry))
    loaded.set(
      entry,
      compiledFile(entry).then((file) => import(pathToFileURL(file).href)),
    );
  return loaded.get(entry);
}

/** The typed part of these tools (typed.ts, shared with the test harness). */
export const loadTyped = () => loadTypescript('tools/lib/typed.ts');

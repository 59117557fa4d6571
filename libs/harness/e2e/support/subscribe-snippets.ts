import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { workspace } from '@payorch/harness';
import { jarFolder } from './plain-containers';

/** The code of docs/subscribe.md by language and name: a block begins with ```<language> <name>. */
export function subscribeSnippets(): Readonly<Record<string, string>> {
  const page = readFileSync(path.join(workspace, 'docs/subscribe.md'), 'utf8');
  const blocks = page.matchAll(/^```(\w+ \w+)\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, name = '', code = '']) => [name, code]));
}

const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

/** The folder with kafka-python, installed once. */
function kafkaPython(): string {
  const folder = path.join(workspace, '.payorch/cache/kafka-python-3.0.12');
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  const filling = mkdtempSync(path.join(path.dirname(folder), 'filling-'));
  try {
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', filling];
    execFileSync('python3', [...install, 'kafka-python==3.0.12'], { stdio: 'pipe' });
    if (!existsSync(folder)) renameSync(filling, folder);
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
  return folder;
}

interface Language {
  /** What a machine needs for it. */
  readonly isThere: () => boolean;
  /** Writes the code into the folder; returns the command that runs it. */
  readonly prepare: (code: string, folder: string) => { readonly command: readonly string[]; readonly env?: object };
}

const write = (folder: string, name: string, code: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
};

export const languages: Readonly<Record<'ts' | 'python' | 'java', Language>> = {
  ts: {
    isThere: () => true,
    prepare: (code, folder) => {
      const file = write(folder, 'audit.mjs', transformSync(code, { loader: 'ts', format: 'esm' }).code);
      return { command: [process.execPath, file] };
    },
  },
  python: {
    isThere: () => has('python3', '-m', 'pip', '--version'),
    prepare: (code, folder) => ({
      command: ['python3', write(folder, 'audit.py', code)],
      env: { PYTHONPATH: kafkaPython() },
    }),
  },
  java: {
    // The compiler: java runs a source file by it.
    isThere: () => has('javac', '-version'),
    prepare: (code, folder) => ({
      command: ['java', '-cp', path.join(jarFolder(), '*'), write(folder, 'Audit.java', code)],
    }),
  },
};

/**
 * Runs code of docs/subscribe.md until its output has this text, or until it ends; returns the output. Below the workspace, where
 * Node finds its packages. @throws Error if the code ends with an error, or without the text after `withinMs`
 */
export async function runSnippet(
  language: keyof typeof languages,
  code: string,
  { env, until, withinMs = 40_000 }: { env: Record<string, string>; until?: string; withinMs?: number },
): Promise<string> {
  mkdirSync(path.join(workspace, 'dist'), { recursive: true });
  const folder = mkdtempSync(path.join(workspace, 'dist/subscribe-'));
  try {
    const { command, env: more } = languages[language].prepare(code, folder);
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors, isFound] = ['', '', false];
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      if (until === undefined || !output.includes(until)) return;
      isFound = true;
      child.kill('SIGKILL');
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
    const exitCode = await new Promise<number | null>((resolve, reject) =>
      child.on('error', reject).on('exit', resolve),
    );
    clearTimeout(timer);
    if (isFound || (until === undefined && exitCode === 0)) return output;
    throw new Error(`${language} ended with ${exitCode}, after ${output}${errors}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(__dirname, '../..');

/** The files of the repository. Other tests write files here meanwhile, which a copy of the folders would meet half-way. */
function sources(): readonly string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  return files.filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** What a command printed, and its exit code. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly output: string;
}

/** A copy of the repository that a test may change, with the installed packages of the original. */
export class ScratchCopy {
  readonly folder: string;

  constructor(name: string) {
    this.folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
    for (const file of sources()) {
      mkdirSync(path.dirname(this.path(file)), { recursive: true });
      copyFileSync(path.join(root, file), this.path(file));
    }
    symlinkSync(path.join(root, 'node_modules'), this.path('node_modules'));
  }

  path(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Runs Node in the copy. */
  async run(...args: readonly string[]): Promise<Ended> {
    // With `CI` set some tools print colours into pipes too.
    const env = { ...process.env, FORCE_COLOR: '0' };
    const child = spawn(process.execPath, args, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { status, stdout, output: stdout + stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

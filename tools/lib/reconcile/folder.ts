import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What identifies a run: the same arguments go on with it. */
export type Arguments = Readonly<Record<string, string | null>>;

/** A run as its folder remembers it. */
export interface Run {
  readonly runId: string;
  readonly arguments: Arguments;
  /** Milliseconds since 1970. Nothing later is compared. */
  readonly startedAt: number;
  readonly isComplete: boolean;
}

/**
 * The folder of a run: its finished parts, then its report. A part is written as a whole or not at all, so a command that was killed goes
 * on after the last one. Readable by its owner alone: it names payments.
 */
export class RunFolder {
  constructor(readonly folder: string) {}

  run(): Run | undefined {
    return this.read<Run>('run.json');
  }

  /** Whether the folder has other files than those of a run: a run begins by deleting its parts. */
  isForeign(): boolean {
    return this.run() === undefined && existsSync(this.folder) && readdirSync(this.folder).length > 0;
  }

  begin(run: Run): void {
    rmSync(this.#at('parts'), { recursive: true, force: true });
    this.write('run.json', run);
  }

  read<T>(name: string): T | undefined {
    const file = this.#at(name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
  }

  write(name: string, content: unknown): void {
    this.writeText(name, JSON.stringify(content));
  }

  writeText(name: string, text: string): string {
    const file = this.#at(name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return file;
  }

  /** The part of this name, made now if it is not there. */
  async part<T>(name: string, make: () => Promise<T>): Promise<T> {
    const file = `parts/${name}.json`;
    const known = this.read<T>(file);
    if (known !== undefined) return known;
    const made = await make();
    this.write(file, made);
    return made;
  }

  #at(name: string): string {
    return path.join(this.folder, name);
  }
}

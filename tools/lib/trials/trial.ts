import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ScratchCopy } from '../scratch-copy';

/** A place in a text: before or after the only place where another stands. */
type Place = { readonly before: string } | { readonly after: string };

/** A change of the product as a person would make it, in a copy. It counts the files that are written by hand. */
export class Trial {
  readonly files = new Set<string>();

  constructor(private readonly copy: ScratchCopy) {}

  read(file: string): string {
    return readFileSync(this.copy.path(file), 'utf8');
  }

  /** A new file. */
  write(file: string, text: string): this {
    mkdirSync(path.dirname(this.copy.path(file)), { recursive: true });
    writeFileSync(this.copy.path(file), text);
    this.files.add(file);
    return this;
  }

  /** Inserts a text into a file. */
  insert(folder: string, name: string, place: Place, text: string): this {
    return 'before' in place
      ? this.replace(folder, name, place.before, text + place.before)
      : this.replace(folder, name, place.after, place.after + text);
  }

  /**
   * Replaces a text in the only file of this name in a folder, wherever it has moved.
   * @throws Error if there is no such file or text, or several
   */
  replace(folder: string, name: string, from: string, to: string): this {
    const found = readdirSync(this.copy.path(folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => `/${file}`.endsWith(`/${name}`));
    const [file] = found;
    if (file === undefined || found.length > 1) throw new Error(`${found.length} files ${name} in ${folder}`);
    const parts = readFileSync(this.copy.path(file), 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    writeFileSync(this.copy.path(file), parts.join(to));
    this.files.add(file);
    return this;
  }
}

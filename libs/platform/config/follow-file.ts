import { Fault } from '@payorch/kernel';
import { readFile } from 'node:fs/promises';
import type { Environment } from './read-config';
import type { Setting } from './setting';

export interface FollowOptions<T> {
  readonly env: Environment;
  readonly everyMs: number;
  readonly onChange: (value: T) => void;
  /** The file cannot be read or contains no valid value: the previous value stays active. */
  readonly onFault: (error: Error) => void;
}

/**
 * Reads a setting again whenever the file named by `<VARIABLE>_FILE` changes, so that keys rotate without a restart. A
 * setting in the environment itself cannot change. The first text counts as a change: the file may have changed since
 * the configuration was read. A text counts after two equal reads in a row: a read may happen while the file is being
 * written, and half of a list can be a valid list.
 */
export function followFile<T>(setting: Setting<T>, { env, everyMs, onChange, onFault }: FollowOptions<T>): () => void {
  const file = env[`${setting.variable}_FILE`];
  if (file === undefined || env[setting.variable] !== undefined) return () => undefined;
  let read: string | undefined;
  let applied: string | undefined;
  const apply = (text: string): void => {
    applied = text;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) return onChange(parsed.data);
    onFault(new Fault(`${setting.variable}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`));
  };
  const take = (text: string): void => {
    const isWhole = text === read;
    read = text;
    if (isWhole && text !== applied) apply(text);
  };
  let isReading = false;
  // One read at a time: two concurrent reads may end in the opposite order.
  const check = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    await readFile(file, 'utf8').then((text) => take(text.trimEnd()), onFault);
    isReading = false;
  };
  void check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

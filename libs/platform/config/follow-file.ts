import { readFile } from 'node:fs/promises';
import type { Environment } from './read-config';
import type { Setting } from './setting';

export interface FollowOptions<T> {
  readonly env: Environment;
  readonly everyMs: number;
  readonly onChange: (value: T) => void;
  /** The file cannot be read or holds no valid value: the value before stays in force. */
  readonly onFault: (error: Error) => void;
}

/**
 * Reads a setting again whenever the file that `<VARIABLE>_FILE` names has changed, so that keys turn without a restart. A
 * setting that stands in the environment itself cannot change. The first text counts as a change: the file may have changed
 * since the configuration was read. A text counts once two reads in a row have found it: a read may come while the file is
 * being written, and half of a list of keys can be a valid list. Returns what ends it.
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
    onFault(new Error(`${setting.variable}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`));
  };
  const take = (text: string): void => {
    const isWhole = text === read;
    read = text;
    if (isWhole && text !== applied) apply(text);
  };
  let isReading = false;
  // One read at a time: two may end in the other order.
  const look = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    await readFile(file, 'utf8').then((text) => take(text.trimEnd()), onFault);
    isReading = false;
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

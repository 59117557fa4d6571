import fs from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followFile } from './follow-file';
import { integer } from './settings';

const folder = mkdtempSync(path.join(tmpdir(), 'follow-'));
afterAll(() => rmSync(folder, { recursive: true }));

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

function following(env: Record<string, string>) {
  const values: number[] = [];
  const faults: Error[] = [];
  const stop = followFile(integer('LIMIT'), {
    env,
    everyMs: 5,
    onChange: (value) => values.push(value),
    onFault: (error) => faults.push(error),
  });
  return { values, faults, stop };
}

describe('a setting in a file', () => {
  it('a setting is read again when its file changes, and stays unchanged while the file is invalid or missing', async () => {
    const file = path.join(folder, 'limit');
    writeFileSync(file, '1');
    const { values, faults, stop } = following({ LIMIT_FILE: file });
    await until(() => values.length === 1);
    writeFileSync(file, '2\n');
    await until(() => values.length === 2);
    writeFileSync(file, 'many');
    await until(() => faults.length === 1);
    expect(faults[0]!.message).toBe('LIMIT: must be a whole number');
    rmSync(file);
    await until(() => faults.length > 1);
    writeFileSync(file, '3');
    await until(() => values.length === 3);
    stop();
    expect(values).toEqual([1, 2, 3]);
  });

  it('a setting is not read from a file that is being written', async () => {
    const file = path.join(folder, 'half');
    writeFileSync(file, '12');
    const { values, stop } = following({ LIMIT_FILE: file });
    await until(() => values.length === 1);
    const reads = jest.spyOn(fs, 'readFile').mockResolvedValueOnce('1').mockResolvedValueOnce('');
    await until(() => reads.mock.calls.length > 4);
    stop();
    reads.mockRestore();
    expect(values).toEqual([12]);
  });

  it('a setting in the environment itself is not followed', async () => {
    const file = path.join(folder, 'unread');
    const { values, faults, stop } = following({ LIMIT: '1', LIMIT_FILE: file });
    await new Promise((resolve) => setTimeout(resolve, 30));
    stop();
    expect([values, faults]).toEqual([[], []]);
  });
});

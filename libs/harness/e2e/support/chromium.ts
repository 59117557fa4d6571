import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** The first one has no windows at all, and uses a third of the CPU time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Starts the machine's Chromium without windows. As root its sandbox is not available. */
export function launchChromium(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const executablePath = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (executablePath === undefined)
    throw new Error(`none of ${names.join(', ')} is on the PATH: install chromium-headless-shell`);
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: ['--disable-dev-shm-usage', ...(isRoot ? ['--no-sandbox'] : [])] });
}

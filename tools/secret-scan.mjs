// Looks for credentials in every file of the repository, with secretlint's recommended rules.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

/** The time of one secretlint run grows with the square of the number of files. */
const atOnce = 300;

const files = everyFile();
const secretlint = path.join(root, 'node_modules/.bin/secretlint');
for (let from = 0; from < files.length; from += atOnce) {
  const some = files.slice(from, from + atOnce);
  const { status } = spawnSync(secretlint, ['--no-glob', ...some], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
}
process.stdout.write(`${files.length} files\n`);

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/secret-scan.mjs',
  about: "Looks for credentials in every file of the repository, with secretlint's recommended rules.",
};

/** The time of one secretlint run grows with the square of the number of files. */
const atOnce = 300;

await runCommand(command, () => {
  const files = everyFile();
  const secretlint = path.join(root, 'node_modules/.bin/secretlint');
  let hasPassed = true;
  for (let from = 0; from < files.length; from += atOnce) {
    const some = files.slice(from, from + atOnce);
    const { status } = spawnSync(secretlint, ['--no-glob', ...some], { cwd: root, stdio: 'inherit' });
    hasPassed &&= status === 0;
  }
  process.stdout.write(`${files.length} files\n`);
  return hasPassed;
});

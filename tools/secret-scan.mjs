// Looks for credentials in every file of the repository, with secretlint's recommended rules.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const files = everyFile();
const secretlint = path.join(root, 'node_modules/.bin/secretlint');
const { status } = spawnSync(secretlint, ['--no-glob', ...files], { cwd: root, stdio: 'inherit' });
process.stdout.write(`${files.length} files\n`);
process.exitCode = status ?? 1;

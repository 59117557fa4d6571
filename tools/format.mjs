// Checks the format of every file. Prettier stores which contents it has checked: a second run looks at the changed files alone.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { everyFile } from './lib/files.mjs';
import { youngSpace } from './lib/node-flags.mjs';
import { root } from './lib/paths.mjs';

const prettier = path.join(root, 'node_modules/prettier/bin/prettier.cjs');
const cache = ['--cache', '--cache-strategy', 'content'];
const args = [youngSpace, prettier, '--check', '--log-level', 'warn', '--ignore-unknown', ...cache, ...everyFile()];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

// Checks the format of the files of one project: `node tools/format.mjs <project>`. The target `format` of every project runs it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { everyFile, ownership } from './lib/files.mjs';
import { root } from './lib/paths.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';

try {
  const [project] = process.argv.slice(2);
  if (!project) throw new Problem('which project?', 'node tools/format.mjs <project>');
  const prettier = path.join(root, 'node_modules/.bin/prettier');
  const args = ['--check', '--log-level', 'warn', '--ignore-unknown', ...everyFile().filter(ownership(project))];
  process.exitCode = spawnSync(prettier, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from './paths.mjs';

const isEndToEnd = (file) => file.includes('/e2e/');
const isShared = (file) => file.startsWith('libs/harness/e2e/shared/');
const isIntegration = (file) => file.endsWith('.int.spec.ts');

/** The project of jest.config.cjs that a test file belongs to. */
export function projectOf(file) {
  if (isIntegration(file)) return 'integration';
  if (!isEndToEnd(file)) return 'unit';
  return isShared(file) ? 'shared-journeys' : 'journeys';
}

const every = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.spec.ts'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '');

/** The test files of each project whose path matches one of the patterns, as jest matches them; without patterns, all. */
export function testFiles(patterns, files = every()) {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'i'));
  const matches = (file) => expressions.length === 0 || expressions.some((one) => one.test(path.join(root, file)));
  const groups = new Map();
  for (const file of files.filter(matches)) groups.set(projectOf(file), [...(groups.get(projectOf(file)) ?? []), file]);
  return groups;
}

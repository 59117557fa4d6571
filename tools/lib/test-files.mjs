import path from 'node:path';
import { everyFile, ownership } from './files.mjs';
import { root } from './paths.mjs';

const isEndToEnd = (file) => file.includes('/e2e/');
const isShared = (file) => file.startsWith('libs/harness/e2e/shared/');
const isIntegration = (file) => file.endsWith('.int.spec.ts');

/** The project of jest.config.cjs that a test file belongs to. */
export function jestProjectOf(file) {
  if (isIntegration(file)) return 'integration';
  if (!isEndToEnd(file)) return 'unit';
  return isShared(file) ? 'shared-journeys' : 'journeys';
}

/** The kinds of tests, by the targets that run them. */
export const kinds = { unit: ['unit'], integration: ['integration'], e2e: ['journeys', 'shared-journeys'] };

/**
 * The test files by the project of jest.config.cjs. Patterns narrow them to files whose path matches one of them, as jest matches
 * them; `project` to the files of an Nx project, `kind` to a kind of tests.
 */
export function testFiles({ patterns = [], project, kind }, files = everyFile()) {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'i'));
  const matches = (file) => expressions.length === 0 || expressions.some((one) => one.test(path.join(root, file)));
  const isOwn = project ? ownership(project) : () => true;
  const groups = new Map();
  for (const file of files.filter((one) => one.endsWith('.spec.ts') && isOwn(one) && matches(one))) {
    const name = jestProjectOf(file);
    if (!kind || kinds[kind].includes(name)) groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return groups;
}

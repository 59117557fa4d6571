import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

const suffix = '.specs.cjs';

/** Whether a test file of jest is a group of spec files. */
export const isGroup = (file) => file.endsWith(suffix);

const sizeOf = (file) => statSync(path.resolve(root, file)).size;

const mocksModules = (file) => /^\s*jest\s*\.\s*(?:do)?mock\(/im.test(readFileSync(path.resolve(root, file), 'utf8'));

/**
 * Writes `count` test files for jest into `folder`, each of which runs a part of these spec files in turn, the largest first.
 * Returns the flags with which jest finds them.
 */
export function writeGroups({ files, count, folder }) {
  const mocking = files.find(mocksModules);
  if (mocking) throw new Problem(`${mocking} mocks a module, for every spec file after it`, 'use jest.spyOn');
  const ordered = [...files].sort((one, other) => sizeOf(other) - sizeOf(one));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inTurn = JSON.stringify(path.join(root, 'tools/lib/specs-in-turn.cjs'));
  for (let group = 0; group < count; group += 1) {
    const own = ordered.filter((_, place) => place % count === group);
    if (own.length === 0) continue;
    writeFileSync(
      path.join(folder, `${group + 1}${suffix}`),
      `require(${inTurn}).specsInTurn(${JSON.stringify(own, undefined, 2)});\n`,
    );
  }
  return [`--roots=${folder}`, `--testMatch=**/*${suffix}`];
}

/** The end of a test in ms since 1970; jest knows none of a test that did not run. */
const endOf = ({ startAt, duration }) => (startAt ?? 0) + (duration ?? 0);

/** The results of the spec files of a group. The time of a file begins with the end of the one before it. */
function filesOfGroup({ assertionResults, startTime }) {
  const tests = new Map();
  for (const test of assertionResults) {
    const [file] = test.ancestorTitles;
    if (!tests.has(file)) tests.set(file, []);
    tests.get(file).push(test);
  }
  let begun = assertionResults[0]?.startAt ?? startTime;
  return [...tests].map(([file, own]) => {
    const end = Math.max(begun, ...own.map(endOf));
    const ms = end - begun;
    begun = end;
    const named = own.map((test) => ({ ...test, fullName: [...test.ancestorTitles.slice(1), test.title].join(' ') }));
    return { file, ms, tests: named };
  });
}

/**
 * The results of the spec files in a jest report: the path below the root, the time in ms, the tests, and `message` where the
 * file could not run.
 */
export function specFilesOf({ testResults }) {
  return testResults.flatMap((result) => {
    const { name, status, message, startTime, endTime, assertionResults: tests } = result;
    const hasFailed = tests.some((test) => test.status === 'failed');
    const broken = status === 'failed' && !hasFailed;
    const whole = { file: path.relative(root, name), ms: endTime - startTime, tests, ...(broken && { message }) };
    if (!isGroup(name)) return [whole];
    return [...filesOfGroup(result), ...(broken ? [{ ...whole, tests: [] }] : [])];
  });
}

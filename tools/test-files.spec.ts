import { spawnSync } from 'node:child_process';
import path from 'node:path';

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: path.join(__dirname, '..'), encoding: 'utf8' });

/** The project of each file, as the test command groups them. */
function projectsOf(files: readonly string[], selection: object = {}): Record<string, string[]> {
  const script = `
    import { testFiles } from './tools/lib/test-files.mjs';
    const groups = testFiles(${JSON.stringify(selection)}, ${JSON.stringify(files)});
    console.log(JSON.stringify(Object.fromEntries(groups)));`;
  return JSON.parse(run('--input-type=module', '--eval', script).stdout) as Record<string, string[]>;
}

const files = [
  'apps/payments/src/a.spec.ts',
  'apps/payments/src/a.int.spec.ts',
  'libs/harness/e2e/start.spec.ts',
  'libs/harness/e2e/shared/refunds/refunds.spec.ts',
];

it('the test command sorts files into the projects of jest', () =>
  expect(projectsOf(files)).toEqual({
    unit: [files[0]],
    integration: [files[1]],
    journeys: [files[2]],
    'shared-journeys': [files[3]],
  }));

it('the test command narrows the files by patterns and leaves projects without files out', () =>
  expect(projectsOf(files, { patterns: ['REFUNDS', 'a\\.int'] })).toEqual({
    integration: [files[1]],
    'shared-journeys': [files[3]],
  }));

it('the test command narrows the files to a project, without those of a project inside it, and to a kind', () => {
  const connectors = ['libs/connectors/src/registry.spec.ts', 'libs/connectors/stripe/conformance.spec.ts'];
  expect(projectsOf([...files, ...connectors], { project: 'connectors' })).toEqual({ unit: [connectors[0]] });
  expect(projectsOf([...files, ...connectors], { project: 'connector-stripe' })).toEqual({ unit: [connectors[1]] });
  expect(projectsOf(files, { project: 'payments', kind: 'integration' })).toEqual({ integration: [files[1]] });
  expect(projectsOf(files, { kind: 'e2e' })).toEqual({ journeys: [files[2]], 'shared-journeys': [files[3]] });
});

it('the test command fails at once where no file matches, and names the pattern', () => {
  const { status, stdout, stderr } = run('tools/test.mjs', 'no-file-has-this-name');
  expect(`${stdout}${stderr}`).toContain('no test file matches no-file-has-this-name');
  expect({ status, lastLine: stdout.trim().split('\n').at(-1) }).toEqual({ status: 1, lastLine: '0 passed, 1 failed' });
});

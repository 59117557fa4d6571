// Nx caches the report with the result, so that `npm test` counts the tests of projects that did not run again.
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { unitReport } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { testFiles } from './lib/test-files.mjs';

const command = {
  name: 'node tools/test-project.mjs',
  usage: ['node tools/test-project.mjs <project>', 'npx nx test <project>'],
  about: "Runs the unit tests of one project, and leaves jest's report in dist/tests.",
  operands: { '<project>': 'the project' },
};

await runCommand(command, async ({ operands: [project] }) => {
  if (!project) throw new UsageProblem('which project?');
  const { jestProjects, runJest } = await import('./lib/jest-runs.mjs');
  const files = testFiles({ project, kind: 'unit' }).get('unit');
  if (!files) throw new Problem(`${project} has no unit test`, 'leave the target `test` out of its project.json');
  const unit = jestProjects.flat().find(({ name }) => name === 'unit');
  const run = { ...unit, processes: 1 };
  const { failed } = await runJest(run, { files, report: unitReport(project), title: project });
  return failed === 0;
});

// Runs the unit tests of one project, and leaves jest's report: `node tools/test-project.mjs <project>`. The target `test` runs it;
// Nx caches the report with the result, so that `npm test` counts the tests of projects that did not run again.
import { jestProjects, runJest } from './lib/jest-runs.mjs';
import { unitReport } from './lib/paths.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { testFiles } from './lib/test-files.mjs';

try {
  const [project] = process.argv.slice(2);
  if (!project) throw new Problem('which project?', 'node tools/test-project.mjs <project>');
  const files = testFiles({ project, kind: 'unit' }).get('unit');
  if (!files) throw new Problem(`${project} has no unit test`, 'leave the target `test` out of its project.json');
  const unit = jestProjects.flat(2).find(({ name }) => name === 'unit');
  const run = { ...unit, flags: ['--runInBand'] };
  const { failed } = await runJest(run, { files, report: unitReport(project), title: project });
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

// Bundles one app into dist/<app>/main.cjs: `node tools/build.mjs <app>`. The target `build` of every app runs it, and the image.
import { bundleApps } from './lib/build-apps.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';

const named = process.argv.slice(2);
try {
  if (named.length === 0) throw new Problem('which app?', 'node tools/build.mjs <app>; all: npm run build');
  await bundleApps(named);
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

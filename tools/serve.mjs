// Runs one app from the sources: the target `serve` of every app (`npx nx serve payments`) builds the app and runs this. On a
// running system it takes the place of that app, or with --another runs beside it; else it starts the servers that the app
// needs, and stops them at its end.
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { another: { type: 'boolean' } } });
  const [app] = positionals;
  if (!app) throw new Problem('which app?', 'npx nx serve <app>');
  const progress = newProgress();
  await bootstrap(progress);
  const { serve } = await import('./lib/serve.mjs');
  return serve(app, { progress, another: values.another });
}

const code = await main().catch((error) => {
  reportProblem(error);
  return 1;
});
process.exit(code);

// Runs one app from the sources: the target `serve` of every app (`npx nx serve payments`) builds the app and runs this. On a
// running system it takes the place of that app, or with --another runs beside it; else it starts the servers that the app
// needs, and stops them at its end.
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'node tools/serve.mjs',
  usage: ['npx nx serve <app>', 'node tools/serve.mjs <app> [--another]'],
  about: `
Runs one built app until it ends: in the place of its process in the running system, else with the servers that it needs.
PAYORCH_DATA names the data folder of a system that does not use .payorch.`,
  operands: { '<app>': 'the app' },
  options: { another: { about: 'runs beside the process of the running system, on a free port' } },
  exits: ['that of the app; 1 the app did not start; 2 wrong arguments'],
};

await runCommand(command, async ({ values, operands: [app] }) => {
  if (!app) throw new UsageProblem('which app?');
  const progress = newProgress();
  await bootstrap(progress);
  const { serve } = await import('./lib/serve.mjs');
  return serve(app, { progress, another: values.another });
});
process.exit();

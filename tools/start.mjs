import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm start',
  usage: ['npm start [-- <options>]'],
  about: `
Starts infrastructure and all services, creates a demo merchant and makes a first payment. Ctrl-C stops everything. HTTP_PORT,
PAYORCH_DATA and the other variables are in tools/README.md.`,
  options: {
    detach: { about: 'return when the system is ready (npm run stop stops it)' },
    json: { about: 'the summary as JSON on stdout, progress on stderr' },
    'no-build': { about: 'use the apps in dist as they are' },
  },
};

await runCommand(command, async ({ values }) => {
  const progress = newProgress({ json: values.json });
  await bootstrap(progress);
  // Only now are the packages installed that the other modules import.
  const { start } = await import('./lib/start-system.mjs');
  await start({ options: values, progress });
});
// A failed start may leave pending work, which must not keep running.
process.exit();

import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm start [-- --detach] [-- --json] [-- --no-build]
  --detach     return when the system is ready (npm run stop stops it)
  --json       the summary as JSON on stdout, progress on stderr
  --no-build   use the apps in dist as they are
`;

async function main() {
  const { values: options } = parseArgs({
    options: {
      detach: { type: 'boolean' },
      json: { type: 'boolean' },
      'no-build': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (options.help) return void process.stdout.write(usage);
  const progress = newProgress({ json: options.json });
  await bootstrap(progress);
  // Only now are the packages installed that the other modules import.
  const { start } = await import('./lib/start-system.mjs');
  await start({ options, progress });
}

const code = await main().then(
  () => 0,
  (error) => {
    reportProblem(String(error.code).startsWith('ERR_PARSE_ARGS') ? new Problem(error.message, usage.trim()) : error);
    return 1;
  },
);
// A failed start may leave pending work, which must not keep running.
process.exit(code);

import { buildApps } from './lib/build-apps.mjs';
import { reportProblem } from './lib/problem.mjs';

const named = process.argv.slice(2);
const started = performance.now();
try {
  const built = await buildApps(named.length > 0 ? named : undefined);
  process.stdout.write(`built ${built.join(', ')} in ${(performance.now() - started).toFixed(0)} ms\n`);
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

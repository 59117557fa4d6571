// Runs Stripe's own mock, which validates every request against Stripe's published interface: `node tools/stripe-mock.mjs`. Prints
// its address as one line of JSON, and ends when its input ends or on a signal. With --check it only says, by its exit code, whether
// Go is installed to build the mock.
import { goProgram } from './lib/go-program.mjs';
import { reportProblem } from './lib/problem.mjs';
import { startStripeMock } from './lib/stripe-mock.mjs';

if (process.argv.includes('--check')) process.exit(goProgram() ? 0 : 1);
try {
  const { child, url } = await startStripeMock();
  process.stdout.write(`${JSON.stringify({ url })}\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.resume().on('end', resolve).on('error', resolve);
    child.once('exit', resolve);
  });
  child.kill();
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}
process.exit();

// Stripe's own mock, which holds every request to the whole published interface: `node tools/stripe-mock.mjs`. Prints one
// line of JSON with its address when it listens, and ends when its input ends or it is asked to.
import { reportProblem } from './lib/problem.mjs';
import { startStripeMock } from './lib/stripe-mock.mjs';

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

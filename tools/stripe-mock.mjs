import { runCommand } from './lib/command-line.mjs';
import { goProgram } from './lib/go-program.mjs';

const command = {
  name: 'node tools/stripe-mock.mjs',
  about: `
Runs Stripe's own mock, which validates every request against Stripe's published interface, until its input ends or a signal
arrives. Prints its address as one line of JSON. Go builds the mock once.`,
  options: { check: { about: 'only says, by the exit code, whether Go is installed to build the mock' } },
};

await runCommand(command, async ({ values }) => {
  if (values.check) return goProgram() !== undefined;
  const { startStripeMock } = await import('./lib/stripe-mock.mjs');
  const { child, url } = await startStripeMock();
  process.stdout.write(`${JSON.stringify({ url })}\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.resume().on('end', resolve).on('error', resolve);
    child.once('exit', resolve);
  });
  child.kill();
});
process.exit();

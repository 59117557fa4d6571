import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { goBuilt } from './go-program.mjs';
import { Problem } from './problem.mjs';

/** Stripe's own mock. */
const mock = { name: 'stripe-mock', package: 'github.com/stripe/stripe-mock', version: 'v0.203.0' };

/** Starts the mock on a free port, over HTTP; its address is read from its output. */
export async function startStripeMock() {
  const child = spawn(await goBuilt(mock), ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /HTTP at address: (\S+)/.exec(line)?.[1];
    if (address) return { child, url: `http://${address}` };
  }
  throw new Problem('stripe-mock ended before it listened');
}

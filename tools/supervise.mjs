// Stays behind after `npm start -- --detach`: starts again what ends or hangs, until `npm run stop`. Not for the terminal.
import { loadTyped } from './lib/bundle.mjs';
import { dataDirFromEnv, layoutOf } from './lib/paths.mjs';
import { reportProblem } from './lib/problem.mjs';
import { supervise } from './lib/supervise.mjs';
import { planOf, readState, supervised, updateState } from './lib/system.mjs';

const layout = layoutOf(dataDirFromEnv());

async function main() {
  const state = readState(layout);
  if (!state) return;
  const { loadSecrets } = await loadTyped();
  const secrets = loadSecrets(layout.secrets);
  const stop = supervise(supervised(state, layout), {
    plan: await planOf(state, layout, secrets),
    layout,
    secrets,
    say: (line) => process.stdout.write(`${new Date().toISOString()} ${line.trim()}\n`),
    onChange: (one) => updateState(layout, one),
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop().then(() => process.exit(0)));
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});

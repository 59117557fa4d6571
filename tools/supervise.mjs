// The supervisor process of `npm start -- --detach`: restarts processes that end or hang, until `npm run stop`. Not for a terminal.
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
    print: (line) => process.stdout.write(`${new Date().toISOString()} ${line.trim()}\n`),
    onChange: (one) => updateState(layout, one),
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop().then(() => process.exit(0)));
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});

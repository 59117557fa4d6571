import { runCommand } from './lib/command-line.mjs';
import { dataDirFromEnv, layoutOf } from './lib/paths.mjs';

const command = {
  name: 'node tools/supervise.mjs',
  about: `
The supervisor process of npm start -- --detach: restarts processes that end or hang, until npm run stop. Not for a terminal.`,
};

await runCommand(command, async () => {
  const [{ loadTyped }, { supervise }, { planOf, readState, supervised, updateState }] = await Promise.all([
    import('./lib/load-typescript.mjs'),
    import('./lib/supervise.mjs'),
    import('./lib/system.mjs'),
  ]);
  const layout = layoutOf(dataDirFromEnv());
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
});

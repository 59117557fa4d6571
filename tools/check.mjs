import { bootstrap } from './lib/bootstrap.mjs';
import { checkTargets } from './lib/checks.mjs';
import { runCommand } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run check',
  about: `
Runs the checks that need no servers, those that a change may affect: ${checkTargets.join(', ')}.
One alone: npx nx run workspace:<check>.`,
};

await runCommand(command, async () => {
  const progress = newProgress();
  await bootstrap(progress);
  const { runTargets } = await import('./lib/nx.mjs');
  const { hasPassed, tasks } = await runTargets(checkTargets);
  const failed = tasks.filter((task) => !task.hasPassed);
  progress.line(hasPassed ? '\nall checks pass' : `\nfailed: ${failed.map(({ id }) => id).join(', ')}`);
  return hasPassed;
});

import { runCommand, UsageProblem } from './lib/command-line.mjs';

const command = {
  name: 'node tools/build.mjs',
  usage: ['node tools/build.mjs <app>…', 'npm run build', 'npx nx build <app>'],
  about: 'Bundles apps into dist/<app>/main.cjs. The target `build` of every app runs it, and the image.',
  operands: { '<app>…': 'the apps; npm run build bundles all that changed' },
};

await runCommand(command, async ({ operands }) => {
  if (operands.length === 0) throw new UsageProblem('which app?');
  const { bundleApps } = await import('./lib/build-apps.mjs');
  await bundleApps(operands);
});

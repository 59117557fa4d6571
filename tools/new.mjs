import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const collection = './tools/generators';
const { generators } = JSON.parse(readFileSync(path.join(root, collection, 'generators.json'), 'utf8'));
const kinds = Object.keys(generators);

const command = {
  name: 'npm run new',
  usage: [`npm run new -- ${kinds.join('|')} <name>`, `npx nx g ${collection}:<kind> <name>`],
  about: `
Lays out what every new thing of a kind has, and prints the test that lists what is to be written:
${kinds.map((kind) => `  ${kind}: ${generators[kind].description}`).join('\n')}`,
  operands: { '<kind>': kinds.join(', '), '<name>': 'its name in kebab-case' },
  options: {
    object: {
      takes: '<name>',
      about: 'of an operation: one such request, as the payment stores it (the last word of the name)',
    },
    'dry-run': { about: 'prints the files and writes none' },
  },
};

await runCommand(command, async ({ values, operands: [kind, name] }) => {
  if (!kinds.includes(kind)) throw new UsageProblem(`a new what? ${kinds.join(', ')}`);
  if (!name) throw new UsageProblem(`the new ${kind} needs a name`);
  const flags = [...(values.object ? [`--object=${values.object}`] : []), ...(values['dry-run'] ? ['--dry-run'] : [])];
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  const { status } = spawnSync(
    process.execPath,
    [nx, 'g', `${collection}:${kind}`, name, '--no-interactive', ...flags],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  return status === 0;
});

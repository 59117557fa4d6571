import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/doc-paths.mjs',
  usage: ['node tools/doc-paths.mjs [<page>…]'],
  about: `
Finds paths in back-ticks, links, npm scripts and tools that docs and READMEs name and that do not exist. A decision may name a
path that is no longer there: \`apps/old.ts\` (gone).`,
  operands: { '<page>…': 'by default docs/**/*.md and every README.md' },
};

const read = (file) => readFileSync(path.join(root, file), 'utf8');

await runCommand(command, async ({ operands }) => {
  const unknown = operands.find((page) => !existsSync(path.join(root, page)));
  if (unknown) throw new UsageProblem(`there is no page ${unknown}`);
  const { loadTyped } = await import('./lib/load-typescript.mjs');
  const { isPage, missingIn } = await loadTyped();
  const files = everyFile();
  const ignored = read('.gitignore')
    .split('\n')
    .flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []));
  const repository = { files, ignored, scripts: Object.keys(JSON.parse(read('package.json')).scripts), textOf: read };
  const missing = (operands.length > 0 ? operands : files.filter(isPage)).flatMap((page) =>
    missingIn(page, repository),
  );
  for (const line of missing) process.stdout.write(`${line}\n`);
  return missing.length === 0;
});

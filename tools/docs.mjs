import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { appNames } from './lib/apps.mjs';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';

/** Loads a TypeScript module of the workspace. */
async function load(entry) {
  const outfile = path.join(root, `dist/tools/docs.${process.pid}.${entry.replaceAll('/', '.')}.mjs`);
  await bundle({ entry, outfile, format: 'esm' });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    for (const file of [outfile, `${outfile}.map`]) rmSync(file, { force: true });
  }
}

/** The state machines of every app that has some: an app lists them in its `src/machines.ts`. */
async function documentedMachines() {
  const apps = appNames().filter((app) => existsSync(path.join(root, 'apps', app, 'src/machines.ts')));
  const found = [];
  for (const app of apps) {
    const { machines } = await load(`apps/${app}/src/machines.ts`);
    found.push(...machines.map((machine) => ({ ...machine, file: `apps/${app}/src/${machine.file}` })));
  }
  return found;
}

/** Writes the pages that are generated from code. With --check it only reports pages that are out of date. */
const { messagesPage, machinesPage, fieldsPage, aclsPage } = await load('tools/lib/docs.ts');
const pages = {
  'docs/messages.md': messagesPage(),
  'docs/machines.md': machinesPage(await documentedMachines()),
  'docs/fields.md': fieldsPage(),
  'deploy/kafka/acls.tsv': aclsPage(),
};
const isCheck = process.argv.includes('--check');
for (const folder of ['docs', 'deploy/kafka']) mkdirSync(path.join(root, folder), { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  const file = path.join(root, name);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is out of date: npm run docs`);
    process.exitCode = 1;
  }
}

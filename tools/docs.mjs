import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { connectorFiles } from './lib/connector-folders.mjs';
import { root } from './lib/paths.mjs';
import { reportProblem } from './lib/problem.mjs';

/** Writes the code and the pages that are generated from code. With --check it only reports files that are out of date. */
const isCheck = process.argv.includes('--check');

function write(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (isCheck) {
      console.error(`${name} is out of date: npm run docs`);
      process.exitCode = 1;
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function pages() {
  const outfile = path.join(root, `dist/tools/docs.${process.pid}.mjs`);
  await bundle({ entry: 'tools/lib/docs.ts', outfile, format: 'esm' });
  try {
    const { messagesPage, machinesPage, fieldsPage, aclsPage } = await import(pathToFileURL(outfile).href);
    return {
      'docs/messages.md': messagesPage(),
      'docs/machines.md': machinesPage(),
      'docs/fields.md': fieldsPage(),
      'deploy/kafka/acls.tsv': aclsPage(),
    };
  } finally {
    for (const file of [outfile, `${outfile}.map`]) rmSync(file, { force: true });
  }
}

try {
  write(await connectorFiles());
  // The pages read the catalogue, so they come second.
  write(await pages());
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

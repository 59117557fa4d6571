import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';

/** Writes the pages that are generated from code. With --check it only reports pages that are out of date. */
const outfile = path.join(root, `dist/tools/docs.${process.pid}.mjs`);
await bundle({ entry: 'tools/lib/docs.ts', outfile, format: 'esm' });
const { messagesPage, machinesPage, fieldsPage, aclsPage } = await import(pathToFileURL(outfile).href);
for (const file of [outfile, `${outfile}.map`]) rmSync(file, { force: true });

const pages = {
  'docs/messages.md': messagesPage(),
  'docs/machines.md': machinesPage(),
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

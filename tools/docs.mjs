import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { appNames } from './lib/apps.mjs';
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
  const found = [];
  for (const app of appNames()) {
    if (!existsSync(path.join(root, 'apps', app, 'src/machines.ts'))) continue;
    const { machines } = await load(`apps/${app}/src/machines.ts`);
    found.push(...machines.map((machine) => ({ ...machine, file: `apps/${app}/src/${machine.file}` })));
  }
  return found;
}

/** Answers to the examples of the reference, recorded by libs/harness/e2e/shared/api/examples.spec.ts. */
const examples = 'api/examples.json';

/** What the test processors do with each payment method: the only code of an app, besides its machines, that a page prints. */
const testProcessorPlays = 'apps/sandbox/src/processors/test-processor/methods/plays.ts';

/**
 * The document that the gateway serves: the shapes of api/openapi.json with words, limits, error codes and examples. What has no
 * words or no example yet is a problem, and everything else is written.
 */
async function reference(machines) {
  const { referenceOf } = await load('tools/lib/reference/reference.ts');
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const { document, problems } = referenceOf({
    document: JSON.parse(read('api/openapi.json')),
    answers: existsSync(path.join(root, examples)) ? JSON.parse(read(examples)) : {},
    introduction: read('tools/lib/reference/introduction.md'),
    attempt: machines.find(({ title }) => title === 'Attempt'),
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  return { 'api/reference.json': `${JSON.stringify(document, null, 2)}\n` };
}

async function pages(machines) {
  const { messagesPage, machinesPage, fieldsPage, aclsPage, paymentMethodsPage } = await load('tools/lib/docs.ts');
  const { playedMethods, settlesAfterMs } = await load(testProcessorPlays);
  return {
    'docs/messages.md': messagesPage(),
    'docs/machines.md': machinesPage(machines),
    'docs/fields.md': fieldsPage(),
    'docs/payment-methods.md': paymentMethodsPage(playedMethods, settlesAfterMs),
    'deploy/kafka/acls.tsv': aclsPage(),
  };
}

try {
  write(await connectorFiles());
  // The pages read the catalogue, so they come second.
  const machines = await documentedMachines();
  write({ ...(await pages(machines)), ...(await reference(machines)) });
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Loads a TypeScript module of the workspace; as CommonJS where it imports packages that no ES module can. */
async function load(entry, format = 'esm') {
  const outfile = path.join(
    root,
    `dist/tools/docs.${process.pid}.${entry.replaceAll('/', '.')}.${format === 'esm' ? 'mjs' : 'cjs'}`,
  );
  await bundle({ entry, outfile, format });
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

/** The settings of every service; a connector worker also has an address for each processor. */
async function documentedSettings() {
  const found = [];
  for (const service of appNames()) {
    if (!existsSync(path.join(root, 'apps', service, 'src/config.ts'))) continue;
    const { settings, baseUrls = {} } = await load(`apps/${service}/src/config.ts`, 'cjs');
    found.push({ service, settings: { ...settings, ...baseUrls } });
  }
  return found;
}

/** The sources with the declarations of settings, those of the services first: their comments are closer to the use. */
function settingsSources() {
  const platform = readdirSync(path.join(root, 'libs/platform'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /settings?\.ts$/.test(name))
    .sort()
    .map((name) => `libs/platform/${name}`);
  const own = appNames().map((name) => `apps/${name}/src/config.ts`);
  return [...own, ...platform].filter((name) => existsSync(path.join(root, name))).map(readText);
}

const readText = (name) => readFileSync(path.join(root, name), 'utf8');

/**
 * The document that the gateway serves: the shapes of api/openapi.json with words, limits, error codes and examples. What has no
 * words or no example yet is a problem, and everything else is written.
 */
async function reference(machines) {
  const { referenceOf } = await load('tools/lib/reference/reference.ts');
  const { document, problems } = referenceOf({
    document: JSON.parse(readText('api/openapi.json')),
    answers: existsSync(path.join(root, examples)) ? JSON.parse(readText(examples)) : {},
    introduction: readText('tools/lib/reference/introduction.md'),
    attempt: machines.find(({ title }) => title === 'Attempt'),
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  return { 'api/reference.json': `${JSON.stringify(document, null, 2)}\n` };
}

async function pages(machines) {
  const { configPage, messagesPage, machinesPage, fieldsPage, aclsPage, paymentMethodsPage } =
    await load('tools/lib/docs.ts');
  const { playedMethods, settlesAfterMs } = await load(testProcessorPlays);
  return {
    'docs/messages.md': messagesPage(),
    'docs/machines.md': machinesPage(machines),
    'docs/fields.md': fieldsPage(),
    'docs/configuration.md': configPage(await documentedSettings(), settingsSources()),
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

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { appNames } from './lib/apps.mjs';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'npm run docs',
  usage: ['npm run docs [-- --check]'],
  about: 'Writes the code and the pages that are generated from code.',
  options: { check: { about: 'writes nothing, and reports the files that are out of date' } },
};

/** Writes the files that differ; returns whether all were up to date. */
function write(files, isCheck) {
  let isCurrent = true;
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (isCheck) {
      console.error(`${name} is out of date: npm run docs`);
      isCurrent = false;
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return isCurrent || !isCheck;
}

/** Loads TypeScript modules of the workspace by their paths; as CommonJS where they import packages that no ES module can. */
async function load(entries, format = 'esm') {
  const folder = path.join(root, 'dist/tools');
  const nameOf = (entry) => `docs.${process.pid}.${entry.replaceAll('/', '.')}.${format === 'esm' ? 'mjs' : 'cjs'}`;
  const bundles = entries.map((entry) => ({ entry, outfile: path.join(folder, nameOf(entry)) }));
  const { bundleModules } = await import('./lib/bundle.mjs');
  await bundleModules(bundles, format);
  try {
    const modules = bundles.map(async ({ entry, outfile }) => [entry, await import(pathToFileURL(outfile).href)]);
    return Object.fromEntries(await Promise.all(modules));
  } finally {
    for (const { outfile } of bundles) for (const file of [outfile, `${outfile}.map`]) rmSync(file, { force: true });
  }
}

/** The apps that have this file, with its path. */
const appFiles = (name) =>
  appNames()
    .map((app) => ({ app, file: `apps/${app}/src/${name}` }))
    .filter(({ file }) => existsSync(path.join(root, file)));

/** The state machines of every app that has some: an app lists them in its `src/machines.ts`. */
const machineFiles = appFiles('machines.ts');
const documentedMachines = (modules) =>
  machineFiles.flatMap(({ app, file }) =>
    modules[file].machines.map((machine) => ({
      ...machine,
      file: machine.file.startsWith('libs/') ? machine.file : `apps/${app}/src/${machine.file}`,
    })),
  );

/** What the sandbox does with each payment method, card and amount: the only code of an app, besides its machines, that a page prints. */
const testProcessorPlays = 'apps/sandbox/src/processors/test-processor/methods/plays.ts';
const sandboxCards = {
  testProcessor: 'apps/sandbox/src/processors/test-processor/cards.ts',
  stripe: 'apps/sandbox/src/processors/stripe/cards/test-cards.ts',
  faults: 'apps/sandbox/src/kit/faults/fault-cards.ts',
  amounts: 'apps/sandbox/src/kit/faults/magic-amounts.ts',
  payouts: 'apps/sandbox/src/processors/test-processor/payouts/scenarios.ts',
};

/** The settings of every service; a connector worker also has an address for each processor. */
const configFiles = appFiles('config.ts');
const documentedSettings = (modules) =>
  configFiles.map(({ app, file }) => {
    const { settings, baseUrls = {} } = modules[file];
    return { service: app, settings: { ...settings, ...baseUrls } };
  });

/** The metrics of all services, without the client library. */
const metricDefinitions = 'libs/platform/telemetry/metric-definitions.ts';

/** The sources with the declarations of settings, those of the services first: their comments are closer to the use. */
function settingsSources() {
  const platform = readdirSync(path.join(root, 'libs/platform'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /settings?\.ts$/.test(name))
    .sort()
    .map((name) => `libs/platform/${name}`);
  return [...configFiles.map(({ file }) => file), ...platform].map(readText);
}

const readText = (name) => readFileSync(path.join(root, name), 'utf8');

/** The folder of the released schemas of public events: each is checked in, and changes by additions alone. */
const schemaFolder = 'api/schemas';

const releasedSchemas = () =>
  Object.fromEntries(
    readdirSync(path.join(root, schemaFolder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => [`${schemaFolder}/${name}`, JSON.parse(readText(`${schemaFolder}/${name}`))]),
  );

/** Golden bodies by the names of their messages: the examples of the documents. */
function goldenBodies() {
  const folder = 'libs/contracts/src/golden';
  const names = readdirSync(path.join(root, folder)).map((file) => file.replace(/\.json$/, ''));
  return Object.fromEntries(names.map((name) => [name, JSON.parse(readText(`${folder}/${name}.json`))]));
}

/** The AsyncAPI document and a JSON Schema for each public type and version. A released schema that would break is not overwritten. */
function topicDocuments({ asyncApiDocument, releaseProblems }, { eventSchemas }) {
  const document = asyncApiDocument(goldenBodies());
  const schemas = Object.fromEntries(
    Object.entries(eventSchemas(document)).map(([name, schema]) => [`api${name.replace(/^\/topics/, '')}`, schema]),
  );
  const problems = releaseProblems(releasedSchemas(), schemas);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    process.exitCode = 1;
    return {};
  }
  const files = Object.entries({ 'api/asyncapi.json': document, ...schemas });
  return Object.fromEntries(files.map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]));
}

/** The pages that people write, with the tables that are printed into them. */
function pagesWithTables({ withGenerated, ...printed }, modules) {
  const filled = (file, tables) =>
    Object.entries(tables).reduce((page, [name, text]) => withGenerated(page, name, text), readText(file));
  const { faultCards } = modules[sandboxCards.faults];
  const { scenarios, amountOf } = modules[sandboxCards.payouts];
  const [guide, payoutGuide] = ['docs/guides/testing.md', 'docs/guides/payouts.md'];
  return {
    'README.md': filled('README.md', { connectors: printed.connectorsTable() }),
    [guide]: filled(guide, {
      'test cards': printed.testCardsTable(modules[sandboxCards.testProcessor].testCards, faultCards),
      faults: printed.faultsTable(faultCards, modules[sandboxCards.amounts].magicAmounts),
      'stripe cards': printed.stripeCardsTable(modules[sandboxCards.stripe].testCards),
    }),
    [payoutGuide]: filled(payoutGuide, {
      'payout connectors': printed.payoutConnectorsTable(),
      'payout destinations': printed.payoutDestinationsTable(scenarios, amountOf),
    }),
  };
}

/** The texts of all pages by their paths. */
async function pages() {
  const printers = [
    ...['tools/lib/docs.ts', testProcessorPlays],
    ...['apps/gateway/src/topics/event-schemas.ts', metricDefinitions],
  ];
  const [modules, configs] = await Promise.all([
    load([...printers, ...Object.values(sandboxCards), ...machineFiles.map(({ file }) => file)]),
    load(
      configFiles.map(({ file }) => file),
      'cjs',
    ),
  ]);
  const [printed, { playedMethods, settlesAfterMs }, schemaModule, ofMetrics] = printers.map((file) => modules[file]);
  return {
    'docs/messages.md': printed.messagesPage(),
    'docs/machines.md': printed.machinesPage(documentedMachines(modules)),
    'docs/fields.md': printed.fieldsPage(),
    'docs/configuration.md': printed.configPage(documentedSettings(configs), settingsSources()),
    'docs/metrics.md': printed.metricsPage(Object.values(ofMetrics.metricDefinitions), ofMetrics.processMetrics),
    'docs/payment-methods.md': printed.paymentMethodsPage(playedMethods, settlesAfterMs),
    'deploy/kafka/acls.tsv': printed.aclsPage(),
    ...pagesWithTables(printed, modules),
    ...topicDocuments(printed, schemaModule),
  };
}

await runCommand(command, async ({ values }) => {
  const { connectorFiles } = await import('./lib/connector-folders.mjs');
  // The pages read the catalogue: a check of pages beside an old catalogue would say nothing.
  return write(await connectorFiles(), values.check) && write(await pages(), values.check);
});

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/** Every folder here is a connector, except `src`, which has the catalogue. */
const connectorsDir = path.join(root, 'libs/connectors');

/** The files without which a folder is no connector; `webhooks.ts` is absent if the processor cannot sign. */
const required = ['capabilities.ts', 'conformance.spec.ts', 'credentials.ts', 'definition.ts', 'index.ts'];

const has = (folder, file) => existsSync(path.join(connectorsDir, folder, file));

function connectorFolders() {
  const found = readdirSync(connectorsDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = found.flatMap(({ name }) => (name === 'src' ? [] : [name])).sort();
  for (const folder of folders) {
    if (!/^[a-z][a-z0-9-]*$/.test(folder))
      throw new Problem(`the name of libs/connectors/${folder} is not in kebab-case`);
    const missing = required.filter((file) => !has(folder, file));
    if (missing.length > 0) throw new Problem(`libs/connectors/${folder} lacks ${missing.join(', ')}`);
  }
  return folders;
}

/** A folder's name in code: `testProcessor` for `test-processor`. */
const idOf = (folder) => folder.replace(/-([a-z0-9])/g, (_, first) => first.toUpperCase());

const importOf = (what, folder, file = '') => `import { ${what} as ${idOf(folder)} } from '../../${folder}${file}';`;

/** The definitions of each folder, loaded from its `definition.ts`. */
async function loadDefinitions(folders) {
  const stem = path.join(root, `dist/tools/connectors.${process.pid}`);
  const lines = folders.map(
    (folder) => `export { definitions as ${idOf(folder)} } from '../../libs/connectors/${folder}/definition';`,
  );
  mkdirSync(path.dirname(stem), { recursive: true });
  writeFileSync(`${stem}.ts`, lines.join('\n'));
  try {
    await bundle({ entry: `${stem}.ts`, outfile: `${stem}.mjs`, format: 'esm' });
    return await import(pathToFileURL(`${stem}.mjs`).href);
  } finally {
    for (const end of ['.ts', '.mjs', '.mjs.map']) rmSync(`${stem}${end}`, { force: true });
  }
}

/** Every connector with its folder: test processors first, as the published list has them, then by folder. */
async function connectorsOf(folders) {
  const definitions = await loadDefinitions(folders);
  const connectors = folders.flatMap((folder) =>
    Object.entries(definitions[idOf(folder)]).map(([name, { test }]) => ({ folder, name, test })),
  );
  for (const { folder, name } of connectors) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Problem(`${name} in libs/connectors/${folder} is no connector name`);
    const other = connectors.find((one) => one.name === name && one.folder !== folder);
    if (other) throw new Problem(`libs/connectors/${folder} and ${other.folder} both define ${name}`, 'rename one');
  }
  return [...connectors.filter(({ test }) => test), ...connectors.filter(({ test }) => !test)];
}

/** A generated module: a table with one line for each connector. */
const table = ({ imports, doc, head, lines, end = '};' }) =>
  [
    '// Generated from the folders of the connectors by `npm run docs`; do not edit.',
    ...imports,
    '',
    ...doc,
    head,
    ...lines.map(([name, value]) => (name === value ? `  ${name},` : `  ${name}: ${value},`)),
    `${end}\n`,
  ].join('\n');

const catalogue = (folders, connectors) =>
  table({
    imports: [
      `import type { ConnectorDefinitions } from '@payorch/connector-kit';`,
      ...folders.map((folder) => importOf('definitions', folder, '/definition')),
    ],
    doc: ['/** Every connector by its name in the interface. Data only: importing it loads no connector code. */'],
    head: 'export const catalogue = {',
    lines: connectors.map(({ folder, name }) => [name, `${idOf(folder)}.${name}`]),
    end: '} satisfies ConnectorDefinitions;',
  });

const registry = (folders, connectors) =>
  table({
    imports: [
      `import type { Connector } from '@payorch/connector-kit';`,
      `import type { ConnectorName } from '../catalogue';`,
      ...folders.map((folder) => importOf('connectors', folder)),
    ],
    doc: ['/** The connector of each catalogue entry. */'],
    head: 'export const registry: Readonly<Record<ConnectorName, Connector>> = {',
    lines: connectors.map(({ folder, name }) => [name, `${idOf(folder)}.${name}`]),
  });

function webhookReaders(folders, connectors) {
  const signing = folders.filter((folder) => has(folder, 'webhooks.ts'));
  return table({
    imports: [
      `import type { WebhookReader } from '@payorch/connector-kit';`,
      `import type { ConnectorName } from '../catalogue';`,
      ...signing.map((folder) => importOf('webhooks', folder, '/webhooks')),
    ],
    doc: [
      '/**',
      ' * The webhook reader of each connector; null if the processor cannot sign. The gateway may load this file: it contains no',
      ' * flow and no credentials, so it cannot move money.',
      ' */',
    ],
    head: 'export const webhookReaders: Readonly<Record<ConnectorName, WebhookReader | null>> = {',
    lines: connectors.map(({ folder, name }) => [name, signing.includes(folder) ? idOf(folder) : 'null']),
  });
}

/** The Nx project of a folder: a change of a connector tests it and what depends on it. */
const projectOf = (folder) => `{
  "name": "connector-${folder}",
  "$schema": "../../../node_modules/nx/schemas/project-schema.json",
  "projectType": "library",
  "sourceRoot": "libs/connectors/${folder}",
  "tags": ["type:connector"],
  "targets": { "test": {}${hasServerTests(folder) ? ', "integration": {}' : ''} }
}
`;

const hasServerTests = (folder) =>
  readdirSync(path.join(connectorsDir, folder), { recursive: true }).some((file) => file.endsWith('.int.spec.ts'));

const projects = (folders) =>
  Object.fromEntries(folders.map((folder) => [`libs/connectors/${folder}/project.json`, projectOf(folder)]));

/** All files that are generated from the connector folders, as texts by their paths. */
export async function connectorFiles() {
  const folders = connectorFolders();
  const connectors = await connectorsOf(folders);
  return {
    'libs/connectors/src/generated/catalogue.ts': catalogue(folders, connectors),
    'libs/connectors/src/generated/registry.ts': registry(folders, connectors),
    'libs/connectors/src/generated/webhook-readers.ts': webhookReaders(folders, connectors),
    ...projects(folders),
  };
}

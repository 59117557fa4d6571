import path from 'node:path';
import { generateFiles, names } from '@nx/devkit';
import { insert } from '../lib/edits.mjs';
import { freeze, newTime } from '../lib/migrations.mjs';
import { written } from '../lib/written.mjs';

const app = 'apps/payments/src';
const database = `${app}/persistence/database.ts`;

const policy = `const scope = \`(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]\`;
const visible = \`"merchant_id" = ANY (\${scope}) OR '*' = ANY (\${scope})\`;
`;
const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const tableOf = ({ table, snake }) => `CREATE TABLE ${table} (
    merchant_id text NOT NULL,
    ${snake}_id text NOT NULL,
    version integer NOT NULL,
    profile_id text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT ${table}_pkey PRIMARY KEY (merchant_id, ${snake}_id),
    CONSTRAINT ${table}_state CHECK ("state" = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))
  )`;
const securityOf = ({ table }) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
];
const policyOf = ({ table }, condition) =>
  `CREATE POLICY ${table}_merchant ON ${table} USING (${condition}) WITH CHECK (${condition})`;

const migrationOf = (forms, className) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

${policy}
const statements = [
  \`${tableOf(forms)}\`,
${securityOf(forms)
  .map((statement) => `  '${statement}',`)
  .join('\n')}
  \`${policyOf(forms, '${visible}')}\`,
];

/** The table of the resource "${forms.words}". */
export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ${forms.table}');
  }
}
`;

/** The migration that makes the table, with its place in the schema and its digest. */
function addTable(tree, forms) {
  const folder = `${app}/persistence/migrations`;
  const time = newTime(tree, folder);
  const className = `${names(forms.folder).className}${time}`;
  const file = `${time}-${forms.folder}`;
  tree.write(`${folder}/${file}.ts`, migrationOf(forms, className));
  insert(tree, database, {
    before: '\n/** The schema of this service:',
    text: `import { ${forms.Type}Row } from '../${forms.folder}/persistence/${forms.name}.rows';\nimport { ${className} } from './migrations/${file}';\n`,
  });
  insert(tree, database, { before: '    OutboxRow,\n', text: `    ${forms.Type}Row,\n` });
  insert(tree, database, { before: '  ],\n};\n', text: `    ${className},\n` });
  freeze(tree, `payments/${className}`, {
    up: [tableOf(forms), ...securityOf(forms), policyOf(forms, visible)],
    down: [`DROP TABLE ${forms.table}`],
  });
}

/**
 * Lays out a resource of the payments service, up to what is decided about it. The spec of all resources lists what is to be written.
 * @throws Error if there is such a resource, or if a file into which it writes has another form
 */
export default async function resource(tree, { name }) {
  const { propertyName: object, className: Type } = names(name);
  const folder = `${name}s`;
  if (tree.exists(`${app}/${folder}`)) throw new Error(`${app}/${folder} is there already`);
  const snake = name.replaceAll('-', '_');
  const forms = { name, folder, object, Type, snake, table: `${snake}s`, words: name.replaceAll('-', ' ') };
  generateFiles(tree, path.join(import.meta.dirname, 'files'), `${app}/${folder}`, forms);
  addTable(tree, forms);
  return written(tree, { next: 'npx jest --selectProjects unit -- tools/resources.spec.ts' });
}

import { names } from '@nx/devkit';
import { insert } from '../lib/edits.mjs';
import { freeze, newTime } from '../lib/migrations.mjs';

const persistence = 'apps/connector-worker/src/persistence';

/** The names of all operations, the new one too, sorted. */
function flowsOf(tree) {
  const declared = tree.children('libs/operations/src/declared').filter((file) => !file.includes('.spec.'));
  const texts = declared.map((file) => tree.read(`libs/operations/src/declared/${file}`, 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/\bdeclare\('([a-z_]+)'/g)].map(([, name]) => name)).sort();
}

const statementsFor = (flows) => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${flows.map((flow) => `'${flow}'::text`).join(', ')}]))`,
];

const textOf = ({ className, about, flows, snake }) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  \`ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[\${names}]))\`,
];
const before = [${flows
  .filter((flow) => flow !== snake)
  .map((flow) => `'${flow}'`)
  .join(', ')}];
const listOf = (names: readonly string[]): string => [...names].sort().map((name) => \`'\${name}'::text\`).join(', ');

/** ${about} */
export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of flows(listOf([...before, '${snake}']))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of flows(listOf(before))) await runner.query(statement);
  }
}
`;

/** The migration after which the worker's rows may have the operation, with its place in the schema and its digest. */
export function addFlowsMigration(tree, { name, snake, words }) {
  const time = newTime(tree, `${persistence}/migrations`);
  const className = `${names(name).className}${time}`;
  const flows = flowsOf(tree);
  const file = `${time}-${name}`;
  const about = `The operation "${words}" is one of the worker's.`;
  tree.write(`${persistence}/migrations/${file}.ts`, textOf({ className, about, flows, snake }));
  const schema = `${persistence}/schema.ts`;
  insert(tree, schema, {
    before: "import { DeferredOperationRow } from './deferred-operation.rows';",
    text: `import { ${className} } from './migrations/${file}';\n`,
  });
  // Migrations run in the order of the list, which ends the file.
  tree.write(schema, tree.read(schema, 'utf8').replace(/\n\];\s*$/, `\n  ${className},\n];\n`));
  freeze(tree, `connector-worker/${className}`, {
    up: statementsFor(flows),
    down: statementsFor(flows.filter((flow) => flow !== snake)),
  });
}

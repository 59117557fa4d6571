import path from 'node:path';
import { generateFiles, names } from '@nx/devkit';
import { insert, findFile, sortedLine } from '../lib/edits.mjs';
import { written } from '../lib/written.mjs';
import { addFlowsMigration } from './flows-migration.mjs';

const declared = 'libs/operations/src/declared';
const domain = 'apps/payments/src/payments/domain';

/** The names of one operation in every form that the templates use. */
function formsOf(name, objectFile) {
  const { propertyName: object, className: Type } = names(objectFile);
  return {
    name,
    snake: name.replaceAll('-', '_'),
    operation: names(name).propertyName,
    words: name.replaceAll('-', ' '),
    objectFile,
    object,
    Type,
    objectWords: objectFile.replaceAll('-', ' '),
    list: `${object}s`,
    folder: `${objectFile}s`,
  };
}

/** The payment stores the objects of the operation, and its outcomes move them. */
function addToPayments(tree, { object, Type, objectFile, snake, list, folder }) {
  const followUps = findFile(tree, domain, 'follow-ups.ts');
  const [, type] = tree.read(followUps, 'utf8').match(/^(import type \{ Capture \} .*)$/m);
  insert(tree, followUps, { after: `${type}\n`, text: `import type { ${Type} } from './${folder}/${objectFile}';\n` });
  insert(tree, followUps, { before: '}\n\ntype Kind', text: `  readonly ${list}: readonly ${Type}[];\n` });
  insert(tree, followUps, { before: '};\n\nexport const followUpIn', text: `  ${list}: [],\n` });
  const apply = findFile(tree, domain, 'apply-outcome.ts');
  insert(tree, apply, {
    before: "import type { Payment } from '../payment';",
    text: `import { ${object}Rules } from '../${folder}/${objectFile}.rules';\n`,
  });
  insert(tree, apply, {
    after: "  post_capture_void: toFollowUp('postCaptureVoids', postCaptureVoidRules),\n",
    text: `  ${snake}: toFollowUp('${list}', ${object}Rules),\n`,
  });
  // Until a person gives it a schedule, requests sync it.
  insert(tree, apply, { after: "unscheduled: readonly Event['flow'][] = ['create_order', ", text: `'${snake}', ` });
}

/** The page of the machines. */
function addToMachines(tree, { name, snake, object, words }) {
  const machines = 'apps/payments/src/machines.ts';
  insert(tree, machines, {
    before: "} from '@payorch/operations';",
    text: `  ${object}Machine,\n  ${object}Operation,\n`,
  });
  insert(tree, machines, {
    before: "  {\n    title: 'Mandate, as its processor reports it',",
    text: `  {
    title: '${words[0].toUpperCase()}${words.slice(1)}',
    file: '${declared}/${name}.ts',
    about: 'The requests of the operation \`${snake}\`.',
    machine: ${object}Machine,
    starts: ['pending'],
    operation: ${object}Operation,
  },
`,
  });
}

/**
 * Lays out an operation of a payment, up to what its owner and its connectors decide about it. Its spec and the spec of all
 * operations fail, and say what is to be written.
 * @throws Error if there is such an operation, or if a file into which it writes has another form
 */
export default async function operation(tree, { name, object = name.split('-').at(-1) }) {
  if (tree.exists(`${declared}/${name}.ts`)) throw new Error(`${declared}/${name}.ts is there already`);
  const forms = formsOf(name, object);
  const templates = path.join(import.meta.dirname, 'files');
  generateFiles(tree, path.join(templates, 'declared'), declared, forms);
  generateFiles(tree, path.join(templates, 'domain'), `${domain}/${forms.folder}`, forms);
  sortedLine(tree, `${declared}/index.ts`, `export * from './${name}';`);
  addToPayments(tree, forms);
  addToMachines(tree, forms);
  addFlowsMigration(tree, forms);
  return written(tree, {
    next: `npx jest --selectProjects unit -- tools/operations.spec.ts ${declared}/${name}.spec.ts libs/contracts/src/messages`,
  });
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Violations of the rules of .dependency-cruiser.cjs, one per file: file, import, violated rule. */
const forbidden = [
  ['libs/kernel/src/a.ts', '@payorch/contracts', 'kernel-workspace'],
  ['libs/kernel/src/b.ts', 'zod', 'kernel-packages'],
  ['libs/kernel/src/c.ts', 'node:fs', 'kernel-machine'],
  ['libs/contracts/src/a.ts', '@payorch/connectors/catalogue', 'contracts-workspace'],
  ['libs/contracts/src/b.ts', 'class-validator', 'contracts-packages'],
  ['libs/rest/src/a.ts', '@payorch/contracts', 'rest-workspace'],
  ['libs/rest/src/b.ts', 'zod', 'rest-packages'],
  ['libs/connector-kit/src/a.ts', '@payorch/platform/kafka', 'connector-kit-workspace'],
  ['libs/connector-kit/src/b.ts', 'undici', 'connector-kit-packages'],
  ['libs/connectors/src/stripe/a.ts', '@payorch/platform/kafka', 'connectors-workspace'],
  ['libs/connectors/src/stripe/b.ts', 'undici', 'connectors-packages'],
  ['libs/connectors/src/stripe/c.ts', 'node:http', 'connectors-machine'],
  ['libs/connectors/src/stripe/d.ts', '../adyen/wire', 'connectors-apart'],
  ['libs/platform/kafka/a.ts', '@payorch/connectors', 'platform'],
  ['libs/platform/kafka/b.ts', '@payorch/harness', 'harness-is-for-tests'],
  ['apps/payments/src/a.ts', '../../routing/src/route', 'apps-apart'],
  ['apps/payments/src/b.ts', '@payorch/rest', 'rest-is-the-gateways'],
  ['apps/payments/src/c.ts', '@payorch/connectors/catalogue', 'catalogue-readers'],
  ['apps/payments/src/d.ts', '@payorch/connector-kit', 'kit-is-for-connectors'],
  ['apps/gateway/src/a.ts', '@payorch/connectors', 'connectors-are-the-workers'],
  ['apps/gateway/src/b.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/g.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/queries/a.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/main.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/persistence/migrations/a.ts', '@payorch/platform/postgres', 'migrations-are-frozen'],
  ['apps/payments/src/domain/a.ts', '../persistence/rows', 'domain-workspace'],
  ['apps/payments/src/domain/b.ts', '@payorch/platform/kafka', 'domain-workspace'],
  ['apps/payments/src/domain/c.ts', '@nestjs/common', 'domain-packages'],
  ['apps/payments/src/domain/d.ts', 'node:fs', 'domain-machine'],
  ['apps/payments/src/e.ts', '../../../tools/lib/typed', 'no-tools-in-the-product'],
  ['apps/payments/src/f.ts', './nowhere', 'resolvable'],
] as const;

/** Imports that must stay allowed. */
const allowed = [
  ['libs/kernel/src/ok.ts', 'node:crypto'],
  ['libs/contracts/src/ok.ts', 'zod'],
  ['libs/connectors/src/stripe/ok.ts', '@payorch/connector-kit'],
  ['apps/gateway/src/ok.ts', '@payorch/rest'],
  ['apps/gateway/src/processor-webhooks/ok.ts', '@payorch/connectors/webhook-readers'],
  ['apps/routing/src/domain/ok.ts', '@payorch/connectors/catalogue'],
  ['apps/connector-worker/src/ok.ts', '@payorch/connectors'],
  ['apps/payments/src/domain/ok.ts', '@payorch/contracts'],
  ['apps/payments/src/persistence/rows.ts', 'typeorm'],
  ['apps/payments/src/payments.module.ts', 'typeorm'],
  ['apps/payments/src/ok.spec.ts', '@payorch/harness'],
] as const;

const targets = [
  'libs/kernel/src/index.ts',
  'libs/contracts/src/index.ts',
  'libs/rest/src/index.ts',
  'libs/connector-kit/src/index.ts',
  'libs/connectors/src/index.ts',
  'libs/connectors/src/catalogue.ts',
  'libs/connectors/src/webhook-readers.ts',
  'libs/connectors/src/adyen/wire.ts',
  'libs/platform/kafka/index.ts',
  'libs/harness/src/index.ts',
  'apps/routing/src/route.ts',
  'tools/lib/typed.ts',
];
const packages = ['zod', 'class-validator', 'undici', 'typeorm', '@nestjs/common'];

describe('the module boundaries', () => {
  let tree: string;
  let violations: Violation[];
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  };

  beforeAll(() => {
    tree = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json'])
      copyFileSync(path.join(root, file), path.join(tree, file));
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      write(`node_modules/${name}/index.js`, '');
    }
    for (const file of targets) write(file, 'export const here = 1;\n');
    for (const [file, target] of [...forbidden, ...allowed]) write(file, `import '${target}';\n`);
    write('libs/platform/postgres/a.ts', `import './b';\n`);
    write('libs/platform/postgres/b.ts', `import './a';\n`);
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'apps', 'libs', 'tools'];
    const cruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const report = execFileSync(process.execPath, [cruise, ...args], { cwd: tree, encoding: 'utf8' });
    violations = (JSON.parse(report) as { summary: { violations: Violation[] } }).summary.violations;
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  const rulesAgainst = (file: string) => violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

  it.each(forbidden)('%s may not import %s', (file, _target, rule) => {
    expect(rulesAgainst(file)).toContain(rule);
  });

  it.each(allowed)('%s may import %s', (file) => {
    expect(rulesAgainst(file)).toEqual([]);
  });

  it('forbid two files that import each other', () => {
    expect(rulesAgainst('libs/platform/postgres/a.ts')).toContain('no-cycles');
  });
});

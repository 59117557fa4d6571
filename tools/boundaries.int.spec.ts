import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** The rules, and the tags from which most of them follow. */
const rules = [
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'tsconfig.base.json',
  'tools/lib/projects.cjs',
  ...['api', 'apps', 'libs', 'tools'].flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'project.json')
      .map((file) => path.join(place, file)),
  ),
];

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
  ['libs/connectors/src/stripe/a.ts', '@payorch/platform/kafka', 'connector-stripe-workspace'],
  ['libs/connectors/src/stripe/b.ts', 'undici', 'connector-stripe-packages'],
  ['libs/connectors/src/stripe/c.ts', 'node:http', 'connector-stripe-machine'],
  ['libs/connectors/src/stripe/d.ts', '../test-processor/wire', 'connector-stripe-workspace'],
  ['libs/platform/kafka/a.ts', '@payorch/connectors', 'platform-workspace'],
  ['libs/platform/kafka/b.ts', '@payorch/harness', 'platform-workspace'],
  ['apps/payments/src/a.ts', '../../routing/src/route', 'routing-is-closed'],
  ['apps/payments/src/b.ts', '@payorch/rest', 'payments-workspace'],
  ['apps/payments/src/c.ts', '@payorch/connectors/catalogue', 'payments-workspace'],
  ['apps/payments/src/d.ts', '@payorch/connector-kit', 'payments-workspace'],
  ['apps/gateway/src/a.ts', '@payorch/connectors', 'gateway-workspace'],
  ['apps/gateway/src/b.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/g.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/queries/a.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/main.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/domain/a.ts', '../persistence/rows', 'domain-workspace'],
  ['apps/payments/src/domain/b.ts', '@payorch/platform/kafka', 'domain-workspace'],
  ['apps/payments/src/domain/c.ts', '@nestjs/common', 'domain-packages'],
  ['apps/payments/src/domain/d.ts', 'node:fs', 'domain-machine'],
  ['apps/payments/src/e.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['apps/payments/src/e.spec.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['apps/payments/src/h.spec.ts', '../../routing/src/route', 'routing-is-closed'],
  ['apps/payments/src/i.ts', '@payorch/provisioning', 'payments-workspace'],
  ['apps/payments/src/f.ts', './nowhere', 'resolvable'],
  ['libs/connectors/src/e.ts', '@payorch/platform/kafka', 'connectors-workspace'],
  ['libs/connectors/src/stripe/e.spec.ts', '../test-processor/wire', 'connector-test-processor-is-closed'],
  ['libs/provisioning/src/a.ts', '../../../apps/routing/src/route', 'routing-is-closed'],
  ['libs/harness/src/a.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['libs/harness/src/b.ts', '../e2e/support/rows', 'harness-workspace'],
  ['tools/lib/a.ts', '../../apps/routing/src/route', 'routing-is-closed'],
] as const;

/** Imports that must stay allowed. */
const allowed = [
  ['libs/kernel/src/ok.ts', 'node:crypto'],
  ['libs/contracts/src/ok.ts', 'zod'],
  ['libs/connectors/src/stripe/ok.ts', '@payorch/connector-kit'],
  ['libs/connectors/src/ok.ts', './stripe/d'],
  ['libs/provisioning/src/ok.ts', '@payorch/connectors/catalogue'],
  ['libs/harness/e2e/ok.spec.ts', '@payorch/rest'],
  ['tools/lib/ok.ts', '@payorch/provisioning'],
  ['apps/gateway/src/ok.ts', '@payorch/rest'],
  ['apps/gateway/src/processor-webhooks/ok.ts', '@payorch/connectors/webhook-readers'],
  ['apps/routing/src/domain/ok.ts', '@payorch/connectors/catalogue'],
  ['apps/connector-worker/src/ok.ts', '@payorch/connectors'],
  ['apps/payments/src/domain/ok.ts', '@payorch/contracts'],
  ['apps/payments/src/persistence/rows.ts', 'typeorm'],
  ['apps/payments/src/payments.module.ts', 'typeorm'],
  ['apps/payments/src/ok.spec.ts', '@payorch/harness'],
  ['apps/provision/src/ok.ts', '@payorch/provisioning'],
] as const;

const targets = [
  'libs/kernel/src/index.ts',
  'libs/contracts/src/index.ts',
  'libs/rest/src/index.ts',
  'libs/connector-kit/src/index.ts',
  'libs/connectors/src/index.ts',
  'libs/connectors/src/catalogue.ts',
  'libs/connectors/src/webhook-readers.ts',
  'libs/connectors/src/test-processor/wire.ts',
  'libs/platform/kafka/index.ts',
  'libs/harness/src/index.ts',
  'libs/harness/e2e/support/rows.ts',
  'libs/provisioning/src/index.ts',
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
    for (const file of rules) {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      copyFileSync(path.join(root, file), path.join(tree, file));
    }
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

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
  ['libs/harness/e2e/support/outsider.ts', '@payorch/contracts', 'outsider-has-no-code-of-ours'],
  ['libs/operations/src/a.ts', '@payorch/platform/kafka', 'operations-workspace'],
  ['libs/operations/src/b.ts', 'undici', 'operations-packages'],
  ['libs/operations/src/d.ts', '@payorch/contracts', 'operations-workspace'],
  ['libs/values/src/a.ts', '@payorch/operations', 'values-workspace'],
  ['apps/connector-worker/src/operations/a.ts', '../messages/b', 'connector-worker-operations-layer'],
  ['apps/payments/src/relays/persistence/a.ts', '../messages/b', 'payments-rows-know-no-message'],
  [
    'apps/payments/src/payments/domain/captures/a.ts',
    '../authorization/b',
    'payments-domain-below-authorization-outcomes-decide',
  ],
  ['apps/payments/src/payments/domain/authorization/a.ts', '../outcomes/b', 'payments-domain-below-outcomes-decide'],
  ['apps/payments/src/payments/domain/outcomes/a.ts', '../decide/b', 'payments-domain-below-decide'],
  ['apps/refunds/src/persistence/a.ts', '../messages/b', 'refunds-persistence-layer'],
  ['apps/payouts/src/persistence/a.ts', '../messages/b', 'payouts-persistence-layer'],
  ['libs/operations/src/c.ts', 'node:fs', 'operations-machine'],
  ['libs/rest/src/a.ts', '@payorch/contracts', 'rest-workspace'],
  ['libs/rest/src/b.ts', 'zod', 'rest-packages'],
  ['libs/connector-kit/src/a.ts', '@payorch/platform/kafka', 'connector-kit-workspace'],
  ['libs/connector-kit/src/b.ts', 'undici', 'connector-kit-packages'],
  ['libs/connectors/stripe/a.ts', '@payorch/platform/kafka', 'connector-stripe-workspace'],
  ['libs/connectors/stripe/b.ts', 'undici', 'connector-stripe-packages'],
  ['libs/connectors/stripe/c.ts', 'node:http', 'connector-stripe-machine'],
  ['libs/connectors/stripe/d.ts', '../test-processor/flows/capture', 'connector-stripe-workspace'],
  ['libs/connectors/stripe/e.ts', '@payorch/connectors/catalogue', 'connector-stripe-workspace'],
  ['libs/connectors/stripe/definition.ts', './flows/capture', 'definitions-are-data'],
  ['libs/connectors/src/generated/catalogue.ts', '../../test-processor/flows/capture', 'catalogue-is-data'],
  [
    'libs/connectors/src/generated/webhook-readers.ts',
    '../../test-processor/flows/capture',
    'webhook-readers-without-flows',
  ],
  ['libs/connectors/square/webhooks.ts', './responses/reader', 'webhook-readers-without-flows'],
  ['libs/platform/kafka/a.ts', '@payorch/connectors', 'platform-workspace'],
  ['libs/platform/kafka/b.ts', '@payorch/harness', 'platform-workspace'],
  ['libs/checkout-page/src/a.ts', '@payorch/connectors', 'checkout-page-workspace'],
  ['libs/checkout-page/src/b.ts', 'undici', 'checkout-page-packages'],
  ['libs/checkout-page/src/c.ts', 'node:fs', 'checkout-page-machine'],
  ['apps/payments/src/a.ts', '../../routing/src/route', 'routing-is-closed'],
  ['apps/sandbox/src/processors/stripe/a.ts', '../adyen', 'sandbox-processors-apart'],
  ['apps/sandbox/src/processors/stripe/b.ts', '../../config', 'sandbox-processors-apart'],
  ['apps/sandbox/src/kit/a.ts', '../processors/adyen', 'sandbox-kit-knows-no-processor'],
  ['apps/sandbox/src/a.ts', './processors/adyen/refund', 'sandbox-processors-have-one-door'],
  ['apps/payments/src/b.ts', '@payorch/rest', 'payments-workspace'],
  ['apps/payments/src/c.ts', '@payorch/connectors/catalogue', 'payments-workspace'],
  ['apps/payments/src/d.ts', '@payorch/connector-kit', 'payments-workspace'],
  ['apps/gateway/src/a.ts', '@payorch/connectors', 'gateway-workspace'],
  ['apps/gateway/src/b.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/g.ts', '@payorch/connectors/webhook-readers', 'webhook-readers-at-the-edge'],
  ['apps/payments/src/queries/a.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/main.ts', 'typeorm', 'typeorm-in-persistence'],
  ['apps/payments/src/persistence/migrations/a.ts', '@payorch/platform/postgres', 'migrations-are-frozen'],
  ['apps/payments/src/domain/a.ts', '../persistence/rows', 'domain-workspace'],
  ['apps/payments/src/domain/b.ts', '@payorch/platform/kafka', 'domain-workspace'],
  ['apps/payments/src/domain/c.ts', '@nestjs/common', 'domain-packages'],
  ['apps/payments/src/domain/d.ts', 'node:fs', 'domain-machine'],
  ['apps/payments/src/customers/domain/a.ts', '@nestjs/common', 'domain-packages'],
  ['apps/payments/src/payments/domain/a.ts', '../persistence/shared/shared', 'domain-workspace'],
  ['apps/payments/src/customers/queries/a.ts', '../../payments/domain/payment', 'payments-one-way'],
  ['apps/payments/src/e.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['apps/payments/src/e.spec.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['apps/payments/src/h.spec.ts', '../../routing/src/route', 'routing-is-closed'],
  ['apps/payments/src/i.ts', '@payorch/provisioning', 'payments-workspace'],
  ['apps/payments/src/f.ts', './nowhere', 'resolvable'],
  ['apps/gateway/src/refunds/a.ts', '../cards/card-facts', 'gateway-doors'],
  ['apps/gateway/src/c.ts', './cards/card-facts', 'gateway-doors'],
  ['apps/gateway/src/accounts/a.ts', '@payorch/checkout-page', 'accounts-know-no-page'],
  ['apps/gateway/src/auth/a.ts', '../cards', 'gateway-basics'],
  ['apps/gateway/src/persistence/a.ts', '../cards', 'gateway-basics'],
  ['apps/gateway/src/refunds/b.ts', '../main', 'gateway-composition'],
  ['apps/gateway/src/refunds/domain/a.ts', '@nestjs/common', 'gateway-domain-packages'],
  ['apps/gateway/src/refunds/domain/b.ts', 'node:fs', 'gateway-domain-machine'],
  ['libs/connectors/src/e.ts', '@payorch/platform/kafka', 'connectors-workspace'],
  ['libs/connectors/stripe/e.spec.ts', '../test-processor/flows/capture', 'connector-test-processor-is-closed'],
  ['libs/provisioning/src/a.ts', '../../../apps/routing/src/route', 'routing-is-closed'],
  ['libs/harness/src/a.ts', '../../../tools/lib/typed', 'tools-is-closed'],
  ['libs/harness/src/b.ts', '../e2e/support/rows', 'harness-workspace'],
  ['tools/lib/a.ts', '../../apps/routing/src/route', 'routing-is-closed'],
] as const;

/** Imports that must stay allowed. */
const allowed = [
  ['libs/kernel/src/ok.ts', 'node:crypto'],
  ['libs/contracts/src/ok.ts', 'zod'],
  ['libs/connectors/stripe/ok.ts', '@payorch/connector-kit'],
  ['libs/connectors/src/generated/registry.ts', '../../test-processor/flows/capture'],
  ['libs/connectors/adyen/webhooks.ts', './responses/wire'],
  ['libs/connectors/adyen/definition.ts', './capabilities'],
  ['libs/provisioning/src/ok.ts', '@payorch/connectors/catalogue'],
  ['libs/harness/e2e/ok.spec.ts', '@payorch/rest'],
  ['tools/lib/ok.ts', '@payorch/provisioning'],
  ['apps/gateway/src/ok.ts', '@payorch/rest'],
  ['apps/gateway/src/processor-webhooks/ok.ts', '@payorch/connectors/webhook-readers'],
  ['apps/gateway/src/refunds/ok.ts', '../cards'],
  ['apps/gateway/src/refunds/domain/ok.ts', '../../auth'],
  ['apps/gateway/src/auth/ok.ts', '../config'],
  ['apps/gateway/src/schema.ts', './cards'],
  ['apps/payments/src/payments/domain/ok.ts', '../../mandates/domain/mandate'],
  ['apps/payments/src/persistence/database.ts', '../payments/persistence/payment/payment.rows'],
  ['apps/routing/src/domain/ok.ts', '@payorch/connectors/catalogue'],
  ['apps/connector-worker/src/ok.ts', '@payorch/connectors'],
  ['apps/sandbox/src/processors/index.ts', './adyen'],
  ['apps/sandbox/src/processors/stripe/ok.ts', '../../kit/journal'],
  ['apps/payments/src/domain/ok.ts', '@payorch/contracts'],
  ['apps/payments/src/domain/fine.ts', '@payorch/operations'],
  ['libs/operations/src/ok.ts', '@payorch/values'],
  ['apps/connector-worker/src/messages/ok.ts', '../operations/a'],
  ['libs/checkout-page/src/ok.ts', '@payorch/rest'],
  ['apps/gateway/src/accounts/ok.ts', '@payorch/checkout-page/style'],
  ['apps/payments/src/persistence/rows.ts', 'typeorm'],
  ['apps/payments/src/payments.module.ts', 'typeorm'],
  ['apps/payments/src/ok.spec.ts', '@payorch/harness'],
  ['apps/provision/src/ok.ts', '@payorch/provisioning'],
] as const;

const targets = [
  'libs/kernel/src/index.ts',
  'libs/contracts/src/index.ts',
  'libs/values/src/index.ts',
  'apps/connector-worker/src/messages/b.ts',
  'apps/refunds/src/messages/b.ts',
  'apps/payouts/src/messages/b.ts',
  'apps/payments/src/relays/messages/b.ts',
  'apps/payments/src/payments/domain/authorization/b.ts',
  'apps/payments/src/payments/domain/decide/b.ts',
  'apps/payments/src/payments/domain/outcomes/b.ts',
  'libs/operations/src/index.ts',
  'libs/rest/src/index.ts',
  'libs/checkout-page/src/index.ts',
  'libs/checkout-page/src/style/index.ts',
  'libs/connector-kit/src/index.ts',
  'libs/connectors/src/index.ts',
  'libs/connectors/src/catalogue.ts',
  'libs/connectors/stripe/flows/capture.ts',
  'libs/connectors/adyen/flows/capture.ts',
  'libs/connectors/adyen/responses/wire.ts',
  'libs/connectors/adyen/capabilities.ts',
  'libs/connectors/square/flows/capture.ts',
  'libs/connectors/test-processor/flows/capture.ts',
  'libs/platform/kafka/index.ts',
  'libs/platform/postgres/index.ts',
  'libs/harness/src/index.ts',
  'libs/harness/e2e/support/rows.ts',
  'libs/provisioning/src/index.ts',
  'apps/routing/src/route.ts',
  'apps/payments/src/mandates/domain/mandate.ts',
  'apps/payments/src/payments/domain/payment.ts',
  'apps/payments/src/payments/persistence/payment/payment.rows.ts',
  'apps/payments/src/payments/persistence/shared/shared.ts',
  'apps/gateway/src/config.ts',
  'apps/gateway/src/main.ts',
  'apps/gateway/src/auth/index.ts',
  'apps/gateway/src/cards/index.ts',
  'apps/gateway/src/cards/card-facts.ts',
  'apps/sandbox/src/processors/adyen/index.ts',
  'apps/sandbox/src/processors/adyen/refund.ts',
  'apps/sandbox/src/kit/journal.ts',
  'apps/sandbox/src/config.ts',
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
    write('libs/connectors/square/responses/reader.ts', `import '../flows/capture';\n`);
    write('libs/platform/postgres/a.ts', `import './b';\n`);
    write('libs/platform/postgres/b.ts', `import './a';\n`);
    write('apps/gateway/src/gsm/index.ts', `import './a';\n`);
    write('apps/gateway/src/gsm/a.ts', `import type { here } from '../configs';\nexport type A = typeof here;\n`);
    write('apps/gateway/src/configs/index.ts', `export * from './a';\n`);
    write('apps/gateway/src/configs/a.ts', `import type { A } from '../gsm/a';\nexport declare const here: A;\n`);
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

  it('forbid two features of the gateway that use each other for a type', () => {
    // A cycle is reported once, for one of its files.
    const found = ['apps/gateway/src/gsm/a.ts', 'apps/gateway/src/configs/a.ts'].flatMap(rulesAgainst);
    expect(found).toContain('gateway-one-way');
  });

  it('forbid two files that import each other', () => {
    expect(rulesAgainst('libs/platform/postgres/a.ts')).toContain('no-cycles');
  });
});

import { writeFileSync } from 'node:fs';
import { ScratchCopy } from './lib/scratch-copy';

jest.setTimeout(180_000);

let copy: ScratchCopy;
beforeAll(() => {
  copy = new ScratchCopy('new');
});
afterAll(() => copy.remove());

const nx = 'node_modules/nx/dist/bin/nx.js';
const laidOut = (output: string): readonly string[] =>
  [...output.matchAll(/^CREATE (\S+)$/gm)].map(([, file]) => file!).sort();

/** Whether the files are formatted as the others. */
const formatted = (files: readonly string[]) => copy.run('node_modules/oxfmt/bin/oxfmt', '--check', ...files);

/** What the unit tests of a folder say is left to write: the lines of the list with which they fail. */
async function leftToWrite(...files: readonly string[]): Promise<readonly string[]> {
  const { status, output } = await copy.run(
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'unit',
    '--',
    ...files,
  );
  expect(status).toBe(1);
  const [first = ''] = output.split('Summary of all failing tests');
  return [...first.matchAll(/^ +\+ {3}"(.*)",$/gm)].map(([, line]) => line!);
}

describe('npm run new -- connector', () => {
  let files: readonly string[];

  it('lays out a folder that is in the catalogue and the registry', async () => {
    const { status, output } = await copy.run('tools/new.mjs', 'connector', 'acme-pay');
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toContain('What is to be written: npx jest --selectProjects unit -- libs/connectors/acme-pay');
    files = laidOut(output);
    expect(files).toEqual(
      ['capabilities', 'conformance.spec', 'credentials', 'definition', 'index'].map(
        (name) => `libs/connectors/acme-pay/${name}.ts`,
      ),
    );
    expect(await copy.run('tools/docs.mjs', '--check')).toMatchObject({ status: 0, output: '' });
  });

  it('lays out files that pass the format', async () => {
    expect(await formatted(files)).toMatchObject({ status: 0 });
  });

  it('the conformance suite lists what is left to write', async () => {
    const lines = await leftToWrite('libs/connectors/acme-pay');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'definition.ts',
      'capabilities.ts',
      'flows/authorize.ts',
      'flows/sync.ts',
      'errors.ts',
      'webhooks.ts',
      'apps/sandbox/src/processors/acme-pay',
      'fixtures/authorize.json',
      'fixtures/sync.json',
    ]);
  });

  it('a connector that is there already, a name in another form and an unknown kind are refused', async () => {
    expect(await copy.run(nx, 'g', './tools/generators:connector', 'acme-pay')).toMatchObject({
      status: 1,
      output: expect.stringContaining('libs/connectors/acme-pay is there already'),
    });
    expect(await copy.run(nx, 'g', './tools/generators:connector', 'AcmePay')).toMatchObject({ status: 1 });
    expect(await copy.run('tools/new.mjs', 'processor', 'acme')).toMatchObject({ status: 2 });
  });
});

describe('npm run new -- operation', () => {
  const declared = 'libs/operations/src/declared';
  let files: readonly string[];

  it('lays out the declaration, what the payment stores of it, and the migration of the CHECK', async () => {
    const { status, output } = await copy.run('tools/new.mjs', 'operation', 'confirm-receipt');
    expect({ status, output }).toMatchObject({ status: 0 });
    files = laidOut(output);
    expect(files).toEqual([
      expect.stringMatching(/^apps\/connector-worker\/src\/persistence\/migrations\/\d+-confirm-receipt\.ts$/),
      'apps/payments/src/payments/domain/receipts/receipt.rules.ts',
      'apps/payments/src/payments/domain/receipts/receipt.ts',
      `${declared}/confirm-receipt.spec.ts`,
      `${declared}/confirm-receipt.ts`,
    ]);
  });

  it('lays out files that pass the format', async () => {
    expect(await formatted(files)).toMatchObject({ status: 0 });
  });

  it('the specs list what is left to write, and the migration has its digest', async () => {
    const specs = ['tools/operations.spec.ts', 'tools/migrations.spec.ts', `${declared}/confirm-receipt.spec.ts`];
    const lines = await leftToWrite(...specs);
    expect(lines).toEqual([
      expect.stringContaining("{ kind: 'confirm_receipt', … }"),
      expect.stringContaining('flows/confirm-receipt.ts'),
      expect.stringContaining('golden/connector.confirm_receipt.v1.json'),
      expect.stringContaining('libs/harness/e2e: a journey'),
    ]);
  });

  it('an operation that is there already is refused', async () => {
    const again = await copy.run(nx, 'g', './tools/generators:operation', 'confirm-receipt');
    expect(again).toMatchObject({ status: 1, output: expect.stringContaining('is there already') });
  });
});

describe('npm run new -- resource', () => {
  const folder = 'apps/payments/src/vouchers';
  let files: readonly string[];

  it('lays out the states, the row and the migration of its table', async () => {
    const { status, output } = await copy.run('tools/new.mjs', 'resource', 'voucher');
    expect({ status, output }).toMatchObject({ status: 0 });
    files = laidOut(output);
    expect(files).toEqual([
      expect.stringMatching(/^apps\/payments\/src\/persistence\/migrations\/\d+-vouchers\.ts$/),
      `${folder}/domain/voucher.machine.ts`,
      `${folder}/domain/voucher.ts`,
      `${folder}/persistence/voucher.mapper.ts`,
      `${folder}/persistence/voucher.rows.ts`,
    ]);
  });

  it('lays out files that pass the format', async () => {
    expect(await formatted(files)).toMatchObject({ status: 0 });
  });

  it('the spec of the resources lists what is left to write, and the migration has its digest', async () => {
    const lines = await leftToWrite('tools/resources.spec.ts', 'tools/migrations.spec.ts');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'libs/contracts/src/vouchers',
      `${folder}/domain/decide`,
      `${folder}/persistence/voucher.store.ts`,
      `${folder}/messages/vouchers.handlers.ts`,
      `${folder}/queries`,
      'apps/payments/src/aggregates',
      'apps/payments/src/machines.ts',
      'apps/gateway/src/vouchers',
      'libs/harness/e2e',
    ]);
  });
});

it('all that was laid out, and what imports it, passes the compiler', async () => {
  const include = [
    'libs/**/*.d.ts',
    'libs/connectors/src/**/*.ts',
    'libs/connectors/acme-pay/**/*.ts',
    'apps/payments/src/main.ts',
    'apps/payments/src/vouchers/**/*.ts',
    'apps/connector-worker/src/main.ts',
  ];
  writeFileSync(copy.path('tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.base.json', include }));
  const compiled = await copy.run('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.new.json');
  expect(compiled).toMatchObject({ status: 0, output: '' });
});

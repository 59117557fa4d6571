import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScratchCopy } from './lib/scratch-copy';

const parts = ['README.md', 'api', 'apps', 'deploy', 'docs', 'libs'];

/** Prints what the services load of the connectors, from the bundles that they would load. */
const loader = `
import path from 'node:path';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/paths.mjs';
const load = async (entry) => {
  const outfile = path.join(root, 'dist', path.basename(entry, '.ts') + '.mjs');
  await bundle({ entry, outfile, format: 'esm' });
  return import(outfile);
};
const { catalogue } = await load('libs/connectors/src/catalogue.ts');
const { registry } = await load('libs/connectors/src/generated/registry.ts');
const { webhookReaders } = await load('libs/connectors/src/generated/webhook-readers.ts');
const { name, flows, bind } = registry.acmepay;
const bound = bind({ details: { auth_type: 'BodyKey', api_key: 'k', key1: 'm' }, metadata: null, baseUrl: 'https://acme.example' });
console.log(JSON.stringify({
  names: Object.keys(catalogue), displayName: catalogue.acmepay.displayName,
  connector: { name, flows, isBound: bound !== undefined }, reader: webhookReaders.acmepay,
}));
`;

const compiled = {
  extends: './tsconfig.base.json',
  include: ['libs/connectors/src/**/*.ts', 'libs/connectors/acmepay/**/*.ts'],
};

describe('adding a connector', () => {
  let copy: ScratchCopy;

  const run = (...args: readonly string[]) => copy.run(...args);
  const copyFolder = (from: string, to: string) =>
    cpSync(copy.path('libs/connectors', from), copy.path('libs/connectors', to), { recursive: true });
  const remove = (file: string) => rmSync(copy.path('libs/connectors', file), { recursive: true });
  const contents = (): ReadonlyMap<string, string> =>
    new Map(
      parts.flatMap((part) => {
        const files = part.includes('.') ? [''] : (readdirSync(copy.path(part), { recursive: true }) as string[]);
        return files
          .map((file) => path.join(part, file))
          .filter((file) => /\.(ts|mjs|json|tsv|md|swcrc)$/.test(file))
          .map((file) => [file, readFileSync(copy.path(file), 'utf8')] as const);
      }),
    );

  beforeAll(() => {
    copy = new ScratchCopy('add-a-connector');
    copyFolder('src/example/acmepay', 'acmepay');
  });
  afterAll(() => copy.remove());

  it('a new folder is missed by the check, and then changes nothing but generated files', async () => {
    const checked = await run('tools/docs.mjs', '--check');
    expect(checked).toMatchObject({ status: 1, output: expect.stringContaining('registry.ts is out of date') });
    const before = contents();
    expect(await run('tools/docs.mjs')).toEqual({ status: 0, stdout: '', output: '' });
    const changed = [...contents()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
    expect(changed.sort()).toEqual([
      'README.md',
      'docs/configuration.md',
      'docs/payment-methods.md',
      'libs/connectors/acmepay/project.json',
      'libs/connectors/src/generated/catalogue.ts',
      'libs/connectors/src/generated/registry.ts',
      'libs/connectors/src/generated/webhook-readers.ts',
    ]);
    expect(await run('tools/docs.mjs', '--check')).toMatchObject({ status: 0 });
  }, 300_000);

  it('the connector is in the catalogue, the registry and the webhook readers, which load', async () => {
    writeFileSync(copy.path('tools/load.mjs'), loader);
    const { stdout, output } = await run('tools/load.mjs');
    expect(output).toBe(stdout);
    expect(JSON.parse(stdout)).toMatchObject({
      names: expect.arrayContaining(['acmepay', 'stripe', 'stripe_test']),
      displayName: 'Acme Pay',
      connector: { name: 'acmepay', flows: ['authorize', 'sync'], isBound: true },
      reader: null,
    });
  }, 120_000);

  it('the catalogue and the registry pass the compiler with the new connector', async () => {
    writeFileSync(copy.path('tsconfig.connectors.json'), JSON.stringify(compiled));
    expect(await run('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.connectors.json')).toMatchObject({
      status: 0,
      output: '',
    });
  }, 300_000);

  it('a copied folder that keeps the name of the original is refused', async () => {
    copyFolder('acmepay', 'globex');
    expect(await run('tools/docs.mjs')).toMatchObject({
      status: 1,
      output: expect.stringContaining('libs/connectors/acmepay and globex both define acmepay'),
    });
    remove('globex');
  });

  it('a folder without the conformance suite is refused', async () => {
    copyFolder('acmepay', 'globex');
    remove('globex/conformance.spec.ts');
    expect(await run('tools/docs.mjs')).toMatchObject({
      status: 1,
      output: expect.stringContaining('libs/connectors/globex lacks conformance.spec.ts'),
    });
    remove('globex');
  });
});

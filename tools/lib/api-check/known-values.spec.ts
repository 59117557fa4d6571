import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../../..');

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly parameters?: readonly { readonly schema: Schema }[];
  readonly responses: object;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(readFileSync(path.join(root, 'api/openapi.json'), 'utf8')) as Document;
const merchantOf = (name: string) => ({
  merchantId: name,
  profileId: `pro_${name}`,
  connectorIds: [`mca_${name}`],
  keyId: `key_${name}`,
  apiKey: `secret_${name}`,
  publishableKey: `pk_${name}`,
});
const account = {
  merchant: merchantOf('main'),
  spare: merchantOf('spare'),
  payments: [
    { payment_id: 'pay_1', client_secret: 'pay_1_secret' },
    { payment_id: 'pay_2', client_secret: 'pay_2_secret', isReadLater: true },
  ],
  refunds: ['ref_1'],
  customers: ['cus_1'],
  mandates: ['man_1'],
  paymentMethods: ['pm_1'],
  authentications: ['auth_1'],
  relays: ['relay_1'],
  sent: [],
};

/** Jest cannot load the tool's modules: a process of its own does. */
const script = `
  import { readFileSync } from 'node:fs';
  import { configurationOf, withKnownValues } from './tools/lib/api-check/known-values.mjs';
  const document = JSON.parse(readFileSync('api/openapi.json', 'utf8'));
  const account = ${JSON.stringify(account)};
  const configuration = configurationOf(document, account, 'admin');
  console.log(JSON.stringify({ known: withKnownValues(document, account), configuration }));`;
const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const { known, configuration } = JSON.parse(stdout) as { known: Document; configuration: string };

/** The values that the first parameter of an operation prefers. */
const preferred = (address: string, method: string): readonly string[] | undefined =>
  known.paths[address]?.[method]?.parameters?.[0]?.schema.anyOf?.[0]?.enum;

const answersOf = ({ paths }: Document): unknown[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ responses }) => responses));

it('what the document says of answers stays as it is published', () => {
  expect(answersOf(known)).toEqual(answersOf(document));
  for (const name of ['PaymentsResponse', 'RefundResponse', 'CustomerResponse'])
    expect(known.components.schemas[name]).toEqual(document.components.schemas[name]);
});

it('parameters and requests prefer ids that exist, but for those that no request may change', () => {
  expect(preferred('/payments/{payment_id}', 'get')).toEqual(['pay_1']);
  expect(preferred('/mandates/{mandate_id}', 'get')).toEqual(['man_1']);
  expect(preferred('/relay/{relay_id}', 'get')).toEqual(['relay_1']);
  expect(preferred('/authentication/{authentication_id}/sync', 'post')).toEqual(['auth_1']);
  const { properties } = known.components.schemas['RefundRequest'] ?? {};
  expect(properties?.['payment_id']?.anyOf?.[0]?.enum).toEqual(['pay_1']);
});

it('what deletes an account gets the ids and the key of the spare merchant', () => {
  expect(preferred('/accounts/{account_id}', 'delete')).toEqual(['spare']);
  const sections = configuration.split('[[operations]]');
  const keyOf = (operation: string): string | undefined =>
    /"api-key" = "(\w+)"/.exec(sections.find((one) => one.includes(`"${operation}"`)) ?? '')?.[1];
  expect(['Update a Merchant Connector', 'Create a Payment', 'Delete a Merchant Account'].map(keyOf)).toEqual([
    'secret_spare',
    'secret_main',
    'admin',
  ]);
});

it('check:api refuses every address but this machine', async () => {
  const run = promisify(execFile)(process.execPath, ['tools/check-api.mjs', '--at', 'https://pay.example.com'], {
    cwd: root,
  });
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringContaining('only to a system at 127.0.0.1') as unknown,
  });
});

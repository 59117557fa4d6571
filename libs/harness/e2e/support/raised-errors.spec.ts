import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { refusals } from '@payorch/contracts';
import ts from 'typescript';
import { raisedErrors } from './raised-errors';

const root = path.resolve(__dirname, '../../../..');
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const messageOf = (error: string): string => error.slice(error.indexOf(' ') + 1);
const rows = Object.entries(raisedErrors).flatMap(([area, errors]) =>
  errors.map(([error, journey, text = messageOf(error)]) => [area, error, journey, text] as const),
);
/** The text of a source as its strings have it. */
const unquoted = (source: string): string => source.replace(/\\(['`])/g, '$1');
const journeys = unquoted(
  filesIn('libs/harness/e2e')
    .filter((file) => !file.includes('raised-errors'))
    .map(read)
    .join('\n'),
);

it.each(rows)('%s: %s is raised by %s', (_area, _error, journey, text) => {
  expect(unquoted(read(path.join('libs/harness/e2e', journey)))).toContain(text);
});

/** Codes of errors that no row names: of other areas, or of failing servers, which journeys in `crashes` and `processor` cause. */
const elsewhere: readonly string[] = [
  ...['refund_limit_reached', 'refund_exceeds_charged', 'refund_exists', 'refund_not_found', 'refund_not_supported'],
  ...['payout_exists', 'payout_not_found'],
  ...['merchant_exists', 'connector_account_exists', 'profile_acquirer_not_found', 'api_key_not_found'],
  ...['data_key_not_found', 'poll_not_found', 'webhook_refused', 'webhook_unreadable', 'secret_key_in_browser'],
  'too_many_requests',
];

describe('every fixed error of the catalogue', () => {
  const fixed = Object.entries(refusals)
    .filter(([, { status, message }]) => status < 500 && !/^\{\w+\}/.test(message))
    .map(([name, { code, message }]) => [name, code, message] as const);

  it.each(fixed.filter(([name]) => !elsewhere.includes(name)))('%s has a row', (_name, code, message) => {
    const start = message.split('{')[0]!.trim();
    const named = rows.filter(([, error]) => error.startsWith(code));
    expect(named.some(([, error]) => error.includes(start))).toBe(true);
  });

  it.each(elsewhere)('%s, of another area, is an error of the catalogue', (name) =>
    expect(Object.keys(refusals)).toContain(name),
  );
});

/** The folders of the areas. */
const areas = [
  'apps/payments/src',
  ...[
    'payments',
    'customers',
    'ephemeral-keys',
    'mandates',
    'disputes',
    'dispute-checks',
    'relays',
    'authentications',
    'payment-links',
    'payment-link-routes',
    'payment-methods',
    'blocklist',
    'cards',
    'gsm',
    'configs',
  ].map((area) => `apps/gateway/src/${area}`),
];

/** The fixed parts of the messages and formats that the refusals of a source have. */
function messagesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'refuse') {
      const [, details] = node.arguments;
      if (details && ts.isObjectLiteralExpression(details)) details.properties.forEach(takeFrom);
    }
    node.forEachChild(visit);
  };
  const takeFrom = (property: ts.ObjectLiteralElementLike): void => {
    if (!ts.isPropertyAssignment(property) || !['message', 'expected'].includes(property.name.getText())) return;
    const { initializer } = property;
    if (ts.isStringLiteralLike(initializer)) found.push(initializer.text);
    else if (ts.isTemplateExpression(initializer))
      found.push(initializer.head.text, ...initializer.templateSpans.map(({ literal }) => literal.text));
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return found.map((text) => text.trim()).filter((text) => text.length > 3);
}

/** Of moments that no journey can hold open, and of rules behind others: the spec of the decision raises them. */
const ofMoments: Readonly<Record<string, string>> = {
  'Pre Authentication must be completed successfully before Authentication can be performed':
    'apps/payments/src/payments/domain/decide/authenticate-payment.spec.ts',
  'The gateway is shutting down: send the row again':
    'apps/gateway/src/payment-methods/migrate/payment-method-uploads.spec.ts',
  // The shape of the request, and the method that it names, refuse it before.
  'Expected one account but got several': 'apps/gateway/src/payment-methods/domain/payout-account.spec.ts',
};

it.each(Object.entries(ofMoments))('%s is raised by %s', (message, spec) => {
  expect(unquoted(read(spec))).toContain(message);
});

it('every message that a refusal of these areas names is in a journey', () => {
  const messages = areas
    .flatMap(filesIn)
    .filter((file) => !file.endsWith('.spec.ts'))
    .flatMap(messagesIn);
  expect(messages.length).toBeGreaterThan(40);
  const raised = (message: string) => message in ofMoments || journeys.includes(message);
  expect([...new Set(messages)].filter((message) => !raised(message))).toEqual([]);
});

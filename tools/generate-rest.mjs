import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './lib/command-line.mjs';
import { filesOf, header, quoted } from './generate-rest.files.mjs';
import { nameOf, shapesOf, unwrap } from './generate-rest.shapes.mjs';

const command = {
  name: 'npm run generate:rest',
  usage: ['npm run generate:rest [-- --check]'],
  about: 'Generates the REST DTO classes (libs/rest/src/generated) from api/openapi.json.',
  options: { check: { about: 'writes nothing, and prints the files that differ' } },
};

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const target = path.join(root, 'libs/rest/src/generated');
const document = JSON.parse(fs.readFileSync(path.join(root, 'api/openapi.json'), 'utf8'));
const schemas = document.components.schemas;
const objectOf = shapesOf(schemas);
const { fileOf, enumsFile } = filesOf(schemas);

const resources = [
  ['organizations', /^\/organization/],
  ['accounts', /^\/accounts/],
  ['api-keys', /^\/api_keys/],
  ['profiles', /^\/account\/(?!.*dynamic_routing).*business_profile|^\/profile_acquirer/],
  ['connectors', /^\/account\/.*connectors|^\/verify/],
  ['payments', /^\/payments|^\/payment_link/],
  ['refunds', /^\/refunds/],
  ['disputes', /^\/disputes/],
  ['payouts', /^\/payouts/],
  ['relays', /^\/relay/],
  ['events', /^\/events/],
  ['authentications', /^\/authentication/],
  ['routing', /^\/routing|^\/three_ds_decision|\/dynamic_routing\//],
  ['customers', /^\/customers|^\/ephemeral_keys/],
  ['ops', /^\/ops/],
  ['gsm', /^\/gsm/],
  ['configs', /^\/configs/],
  ['cards', /^\/card(s|_issuers)/],
  ['blocklist', /^\/blocklist/],
  ['payment-methods', /^\/payment_methods|^\/customers\/.*payment_methods/],
];

const call = (decorator, argument = '') => `@${decorator}(${argument})`;
const simple = (ts, decorator, argument = '') => ({ ts, decorator, argument });

function integerOf(schema) {
  if (schema['x-wire-type']) return schema['x-wire-type'];
  const bits = schema.format === 'int32' ? 32 : 64;
  return `${schema.minimum === 0 ? 'u' : 'i'}${bits}`;
}

function textOf(schema) {
  if (schema['x-wire-type'] === 'card_number') return simple('string', 'CardNumber');
  if (schema.format === 'date-time') return simple('string', 'Instant');
  const limits = schema['x-limits-later'] ? [] : limitsOf(schema);
  const inside = limits.map(([name, limit]) => `${name}: ${limit}`);
  if (schema.pattern) inside.push('reference: true');
  const argument = inside.length > 0 ? `{ ${inside.join(', ')} }` : '';
  return simple('string', schema.format === 'uri' ? 'AbsoluteUrl' : 'Text', argument);
}

function limitsOf(schema) {
  return [
    ['min', schema.minLength],
    ['max', schema.maxLength],
  ].filter(([, limit]) => limit !== undefined);
}

/** How one value is declared and checked. `decorator` takes `each` when the value is an item of a list. */
function valueOf(original) {
  const schema = unwrap(original);
  if (schema['x-any-json']) return simple('unknown', 'AnyJson');
  if (schema.$ref) return namedValue(nameOf(schema.$ref));
  if (schema.enum)
    return simple(schema.enum.map(quoted).join(' | '), 'OneOf', `[${schema.enum.map(quoted).join(', ')}]`);
  if (schema.oneOf) return mixedValue(schema.oneOf);
  if (schema.type === 'array') return listOf(schema);
  if (schema.type === 'integer') return simple('number', 'Whole', quoted(integerOf(schema)));
  if (schema.type === 'number') return simple('number', 'Decimal');
  if (schema.type === 'boolean') return simple('boolean', 'Flag');
  if (schema.type === 'string' && schema.format === 'binary') return simple('unknown', 'AnyJson');
  if (schema.type === 'string') return textOf(schema);
  return simple('JsonObject', 'Mapping');
}

function namedValue(name) {
  const schema = schemas[name];
  if (schema.enum) return { ...simple(name, 'OneOf', name), enums: [name] };
  const shape = objectOf(schema);
  if (!shape) return valueOf(schema);
  // A word of an optional variant becomes a field of the class; any other stays the plain string that it is.
  const words = shape.optionalVariant ? [] : (shape.words ?? []);
  const ts = [name, ...words.map(quoted)].join(' | ');
  return { ...simple(ts, 'Nested', `() => ${name}`), classes: [name] };
}

/** A union that no class can express: a date-time or fixed value is checked, anything else is any JSON. */
function mixedValue(variants) {
  const words = variants.flatMap((variant) => variant.enum ?? []);
  const others = variants.filter((variant) => !variant.enum);
  if (others.length === 1 && others[0].format === 'date-time') {
    return simple('string', 'Instant', `{ or: [${words.map(quoted).join(', ')}] }`);
  }
  return simple('unknown', 'AnyJson');
}

function listOf(schema) {
  const item = valueOf(schema.items);
  if (item.list || item.decorator === 'AnyJson') return { ...simple('unknown[]', 'List'), list: true };
  const ts = item.ts.includes(' ') ? `(${item.ts})[]` : `${item.ts}[]`;
  return { ...item, ts, list: true };
}

function decoratorsOf(value) {
  if (!value.list) return [call(value.decorator, value.argument)];
  if (value.decorator === 'List') return [call('List')];
  return [call('List'), call(value.decorator, [value.argument, '{ each: true }'].filter(Boolean).join(', '))];
}

/** One field of a class with its imports. */
function fieldOf(name, schema, required) {
  const value = valueOf(schema);
  const optional = unwrap(schema).nullable || !required;
  const presence = unwrap(schema).nullable ? 'IsOptional' : required ? undefined : 'MayBeAbsent';
  const decorators = decoratorsOf(value);
  if (presence && value.decorator !== 'AnyJson') decorators.unshift(call(presence));
  const nullable = unwrap(schema).nullable && value.ts !== 'unknown' ? ' | null' : '';
  return {
    text: `  ${decorators.join(' ')}\n  ${/^[a-z_]\w*$/i.test(name) ? name : quoted(name)}${optional ? '?' : '!'}: ${value.ts}${nullable};`,
    uses: [...decorators.map((decorator) => decorator.slice(1, decorator.indexOf('('))), ...(value.enums ?? [])],
    classes: value.classes ?? [],
    json: value.ts.includes('JsonObject'),
  };
}

function classOf(name) {
  const schema = schemas[name];
  const base = schema.allOf?.length === 1 && schema.allOf[0].$ref ? nameOf(schema.allOf[0].$ref) : undefined;
  if (base) return { name, text: `export class ${name} extends ${base} {}`, uses: [], classes: [base], json: false };
  const { fields, required, closed, variants, optionalVariant, words = [] } = objectOf(schema);
  const members = Object.entries(fields).map(([field, inner]) => {
    const isVariant = variants?.includes(field);
    return fieldOf(field, inner, required.includes(field) && !isVariant);
  });
  const classDecorators = [];
  if (closed) classDecorators.push(call('Closed'));
  if (variants) classDecorators.push(call('Variants', variantsOf(variants, optionalVariant, words)));
  return {
    name,
    text: [
      ...classDecorators,
      `export class ${name} {`,
      ...members.map((member) => member.text),
      ...(optionalVariant ? words.map((word) => `  ${word}?: ${quoted(word)};`) : []),
      '}',
    ].join('\n'),
    uses: [
      ...classDecorators.map((decorator) => decorator.slice(1, decorator.indexOf('('))),
      ...members.flatMap((member) => member.uses),
    ],
    classes: members.flatMap((member) => member.classes),
    json: members.some((member) => member.json),
  };
}

function variantsOf(names, optional, words) {
  const options = [
    ...(optional ? ['optional: true'] : []),
    ...(words.length > 0 ? [`words: [${words.map(quoted).join(', ')}]`] : []),
  ];
  return `[${names.map(quoted).join(', ')}]${options.length > 0 ? `, { ${options.join(', ')} }` : ''}`;
}

/** The classes that a set of roots needs, each after the classes it refers to: decorator metadata reads a class at its declaration. */
function inOrder(roots, cache) {
  const order = new Set();
  const visiting = new Set();
  const visit = (name) => {
    if (order.has(name) || visiting.has(name)) return;
    visiting.add(name);
    if (!cache.has(name)) cache.set(name, classOf(name));
    cache.get(name).classes.forEach(visit);
    order.add(name);
  };
  roots.forEach(visit);
  return [...order];
}

function requestsOf(pattern) {
  const bodies = Object.entries(document.paths)
    .filter(([url]) => pattern.test(url))
    .flatMap(([, methods]) => Object.values(methods))
    .map((operation) => operation.requestBody?.content['application/json']?.schema)
    // The class of a list is that of its items.
    .map((schema) => schema?.$ref ?? schema?.items?.$ref)
    .filter(Boolean)
    .map(nameOf);
  return [...new Set(bodies)];
}

/** One class for each operation with a query string; operations with equal query strings share a class. */
function queryClasses() {
  const named = {
    'Retrieve a Payment': 'PaymentsRetrieveQuery',
    'List all API Keys associated with a merchant account': 'ApiKeyListQuery',
    'List Merchant Accounts': 'MerchantAccountListQuery',
    'List all Payments': 'PaymentListQuery',
    'List all Payments of a Profile': 'PaymentListQuery',
    'Count Payments by status': 'PaymentsAggregateQuery',
    'Count Payments by status of a Profile': 'PaymentsAggregateQuery',
    'Retrieve Card Information': 'CardInfoQuery',
    'List Card Issuers': 'CardIssuerListQuery',
    'List Blocked fingerprints of a particular kind': 'ListBlocklistQuery',
    'Toggle blocklist guard for a particular merchant': 'ToggleBlocklistQuery',
    'List batch blocklist jobs': 'ListBlocklistJobsQuery',
    'Retrieve a Payment Link': 'PaymentLinkQuery',
    'Retrieve a Refund': 'RefundRetrieveQuery',
    'Retrieve a Payout': 'PayoutRetrieveQuery',
    'List payouts using generic constraints': 'PayoutListQuery',
    'List payouts of a Profile using generic constraints': 'PayoutListQuery',
    'Count Payouts by status': 'PayoutAggregateQuery',
    'Count Payouts by status of a Profile': 'PayoutAggregateQuery',
    'Retrieve a Relay details': 'RelayRetrieveQuery',
    'Convert an amount in minor units': 'ForexConversionQuery',
    'List routing configs': 'RoutingListQuery',
    'List routing configs for profile': 'RoutingListQuery',
    'Retrieve active config': 'RoutingActiveQuery',
    'List routing configs for payouts': 'PayoutRoutingListQuery',
    'List routing configs for payouts for profile': 'PayoutRoutingListQuery',
    'Retrieve active config for payouts': 'PayoutRoutingActiveQuery',
    'Migrate routing rules': 'RuleMigrationQuery',
    'Create success based dynamic routing algorithm': 'DynamicRoutingToggleQuery',
    'Toggle success based dynamic routing algorithm': 'DynamicRoutingToggleQuery',
    'Create elimination routing algorithm': 'DynamicRoutingToggleQuery',
    'Toggle elimination routing algorithm': 'DynamicRoutingToggleQuery',
    'Toggle contract routing algorithm': 'DynamicRoutingToggleQuery',
    'Set the volume split of dynamic routing': 'VolumeSplitQuery',
    'List the verified domains of Apple Pay': 'ApplepayVerifiedDomainsQuery',
    'List the received webhooks of a connector account': 'ReceivedWebhookListQuery',
    'List the received webhooks of any connector account': 'ReceivedWebhookListQuery',
    'List what waits for an outcome': 'StuckListQuery',
    'List incidents': 'IncidentListQuery',
    'Trace a payment': 'PaymentTraceQuery',
    'List the connector accounts to reconcile': 'ReconciliationAccountListQuery',
    'List reconciliations': 'ReconciliationListQuery',
    'List Mandates': 'MandateListQuery',
    'Count Refunds by status': 'RefundAggregateQuery',
    'Count Refunds by status of a Profile': 'RefundAggregateQuery',
    'List Disputes': 'DisputeListQuery',
    'List Disputes for The given Profiles': 'DisputeListQuery',
    'Get Disputes Aggregate': 'DisputeAggregateQuery',
    'Get Disputes Aggregate for Profiles': 'DisputeAggregateQuery',
    'Retrieve a Dispute': 'DisputeRetrieveQuery',
    'Fetch Disputes from a connector': 'DisputesFetchQuery',
    'Retrieve the Feature Matrix': 'FeatureMatrixQuery',
    'List all Payment Methods for a Merchant': 'PaymentMethodListQuery',
    'List all Payment Methods for a Merchant under their own path': 'PaymentMethodListQuery',
    'List the Payment Methods of a Payment for its client': 'PaymentMethodListQuery',
    'Retrieve the settings of a client SDK': 'SdkConfigQuery',
    'List the currencies and countries of a Payment Method Type': 'PaymentMethodLimitsQuery',
    'List all Customers for a Merchant': 'CustomerListQuery',
    'List all Customers for a Merchant with their count': 'CustomerListWithCountQuery',
    'List Customer Payment Methods via Client Secret': 'CustomerPaymentMethodsQuery',
    'List all Payment Methods for a Customer': 'CustomerPaymentMethodsQuery',
  };
  const made = new Map();
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => {
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      if (query.length === 0) return [];
      const name = named[operation.operationId];
      // Pages read the address themselves: their parameters are of the wire, not of the interface.
      if (!name && operation.tags.includes('Pages')) return [];
      if (!name) throw new Error(`Name the query class of "${operation.operationId}" in tools/generate-rest.mjs`);
      const members = query.map((parameter) => fieldOf(parameter.name, parameter.schema, parameter.required === true));
      const classDecorators = operation['x-closed-query'] ? [call('Closed')] : [];
      const text = [...classDecorators, `export class ${name} {`, ...members.map((member) => member.text), '}'].join(
        '\n',
      );
      const uses = [...(classDecorators.length > 0 ? ['Closed'] : []), ...members.flatMap((member) => member.uses)];
      if (made.has(name) && made.get(name) !== text) throw new Error(`${name} stands for two kinds of query`);
      if (made.has(name)) return [];
      made.set(name, text);
      return [{ name, text, uses, classes: [], json: false }];
    });
}

/** File name → text. A class that two resources need is in parts.ts. */
export function generate() {
  const cache = new Map();
  const needed = resources.map(([home, pattern]) => [home, inOrder(requestsOf(pattern), cache)]);
  const counts = new Map();
  for (const [, names] of needed) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const homes = new Map();
  for (const [home, names] of needed) for (const name of names) homes.set(name, counts.get(name) > 1 ? 'parts' : home);
  const all = inOrder(
    needed.flatMap(([, names]) => names),
    cache,
  );
  const files = new Map();
  for (const home of ['parts', ...resources.map(([name]) => name)]) {
    files.set(
      `${home}.ts`,
      fileOf(
        all.filter((name) => homes.get(name) === home).map((name) => cache.get(name)),
        homes,
      ),
    );
  }
  const queries = queryClasses();
  files.set('queries.ts', fileOf(queries, homes));
  const used = [...all.map((name) => cache.get(name)), ...queries].flatMap((one) => one.uses);
  files.set('enums.ts', enumsFile([...new Set(used.filter((name) => schemas[name]?.enum))].sort()));
  files.set(
    'index.ts',
    header +
      [...files.keys()]
        .sort()
        .map((file) => `export * from './${file.slice(0, -3)}';\n`)
        .join(''),
  );
  return files;
}

await runCommand(command, ({ values }) => {
  const files = generate();
  if (!values.check) {
    fs.rmSync(target, { recursive: true, force: true });
    fs.mkdirSync(target, { recursive: true });
    for (const [name, text] of files) fs.writeFileSync(path.join(target, name), text);
    return true;
  }
  const present = fs.existsSync(target) ? fs.readdirSync(target) : [];
  const stray = present.filter((name) => !files.has(name));
  const differing = [...files.keys()].filter((name) => {
    const file = path.join(target, name);
    return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== files.get(name);
  });
  const wrong = [...differing, ...stray];
  if (wrong.length === 0) return true;
  process.stderr.write(`Out of date with api/openapi.json: ${wrong.join(', ')}. Run npm run generate:rest.\n`);
  return false;
});

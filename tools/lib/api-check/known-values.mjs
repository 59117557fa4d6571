import { keyKindOf, operationsOf } from './requests.mjs';

/** Paths of accounts and what belongs to them: their calls go to the spare merchant, which may lose its key or be deleted. */
const ofAccounts = /^\/(accounts?|api_keys|profile_acquirer|verify|webhooks)(\/|$)/;

/** The merchant whose objects an operation may change. */
export const merchantOf = ({ merchant, spare }, path) => (ofAccounts.test(path) ? spare : merchant);

const distinct = (values) => [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))];

/** The values of a parameter in the examples of its operation. */
const inExamples = (sent, operationId, name) =>
  sent.flatMap((one) =>
    one.operationId === operationId ? [one.example?.path?.[name], one.example?.query?.[name]] : [],
  );

/** The ids of the account by the names that parameters and fields have for them. */
export function idsOf(seed, path) {
  const { merchantId, profileId, connectorIds, keyId } = merchantOf(seed, path);
  const { refunds, customers, authentications, relays, mandates, paymentMethods } = seed;
  const payments = seed.payments.filter(({ isReadLater }) => !isReadLater);
  return {
    payment_id: payments.map((one) => one.payment_id),
    client_secret: payments.map((one) => one.client_secret),
    payment_link_id: distinct(payments.map((one) => one.payment_link?.payment_link_id)),
    mandate_id: distinct([...payments.map((one) => one.mandate_id), ...mandates]),
    payment_method_id: distinct([...payments.map((one) => one.payment_method_id), ...paymentMethods]),
    refund_id: refunds,
    customer_id: customers,
    authentication_id: authentications,
    relay_id: relays,
    profile_id: [profileId],
    merchant_id: [merchantId],
    account_id: [merchantId],
    merchant_connector_id: connectorIds,
    key_id: [keyId],
  };
}

const preferring = (values, schema) =>
  values.length === 0 ? schema : { anyOf: [{ type: 'string', enum: values }, schema] };

function parameterWith(parameter, { operation, path }, seed) {
  const ids = idsOf(seed, path)[parameter.name] ?? [];
  const values = distinct([...ids, ...inExamples(seed.sent, operation.operationId, parameter.name)]);
  // What a query is filtered by need not exist; an id in a path must, or every answer is 404.
  if (parameter.in !== 'path' && values.length === 0) return parameter;
  return { ...parameter, schema: preferring(values, parameter.schema), ...(values[0] && { example: values[0] }) };
}

/** The schemas that requests refer to, and no answer. */
function schemasOfRequestsOnly({ paths, components }) {
  const names = (value) =>
    [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  const reached = (roots) => {
    const found = new Set();
    const visit = (name) => {
      if (found.has(name)) return;
      found.add(name);
      names(components.schemas[name]).forEach(visit);
    };
    roots.forEach(visit);
    return found;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const answered = reached(names(operations.map(({ responses }) => responses)));
  return new Set(
    [...reached(names(operations.map(({ requestBody }) => requestBody)))].filter((name) => !answered.has(name)),
  );
}

function schemaWith(schema, ids) {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    name,
    ids[name] && name !== 'merchant_id' ? preferring(ids[name], field) : field,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function bodyWith(requestBody, { operationId }, { sent }) {
  const json = requestBody?.content['application/json'];
  if (!json) return requestBody;
  const bodies = sent.flatMap((one) =>
    one.operationId === operationId && one.example?.body ? [one.example.body] : [],
  );
  const examples = Object.fromEntries(bodies.map((value, index) => [`example${index}`, { value }]));
  const content = { ...requestBody.content, 'application/json': { ...json, ...(bodies.length > 0 && { examples }) } };
  return { ...requestBody, content };
}

/**
 * The document as it is checked: parameters and fields of requests prefer ids that exist, since a random id only ever shows the
 * answer 404. What is said of answers stays as it is published. The keys are sent by the configuration.
 */
export function withKnownValues(document, seed) {
  const paths = structuredClone(document.paths);
  for (const place of operationsOf(document)) {
    const { security: _, ...operation } = place.operation;
    paths[place.path][place.method] = {
      ...operation,
      parameters: (operation.parameters ?? []).map((one) => parameterWith(one, place, seed)),
      ...(operation.requestBody && { requestBody: bodyWith(operation.requestBody, operation, seed) }),
    };
  }
  const ofRequests = schemasOfRequestsOnly(document);
  const ids = idsOf(seed, '/payments');
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    ofRequests.has(name) ? schemaWith(schema, ids) : schema,
  ]);
  const { securitySchemes: __, ...components } = document.components;
  return { ...document, paths, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

const quoted = (value) => JSON.stringify(value);

/** The configuration of schemathesis: the key of each operation. */
export function configurationOf(document, seed, adminKey) {
  const groups = new Map();
  for (const { path, operation } of operationsOf(document)) {
    const { apiKey, publishableKey } = merchantOf(seed, path);
    const key = { admin_api_key: adminKey, api_key: apiKey, publishable_key: publishableKey }[keyKindOf(operation)];
    if (key) groups.set(key, [...(groups.get(key) ?? []), operation.operationId]);
  }
  const sections = [...groups].map(
    ([key, ids]) =>
      `[[operations]]\ninclude-operation-id = [${ids.map(quoted).join(', ')}]\nheaders = { "api-key" = ${quoted(key)} }\n`,
  );
  // 501 is the answer to what is not supported; the other 5xx are faults.
  const checks = '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "3xx", "4xx", "501"]\n';
  return [checks, '[phases.coverage]\nunexpected-methods = []\n', ...sections].join('\n');
}

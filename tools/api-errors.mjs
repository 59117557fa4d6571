import fs from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/api-errors.mjs',
  usage: ['node tools/api-errors.mjs [--check]'],
  about: `
Writes the errors of every operation with a key into api/openapi.json, as they are served. The errors of a route follow from its
security schemes, its inputs and the objects that it names. What browsers, processors and probes call has answers of its own,
written by hand.`,
  options: { check: { about: 'writes nothing, and prints the operations that differ' } },
};

const file = path.join(root, 'api/openapi.json');
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** Every problem of a request, the one of the message first; the fields of a repeated request that differ; the nearest route. */
const fields = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    required: ['field', 'message'],
    properties: { field: text, message: text, code: text, nearest: text },
  },
};

/** `{"error": {"type": …}}`; for an unreadable body, `{"error": {"error_type": …}}`. */
const schemas = {
  GenericErrorResponseOpenApi: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type', 'message', 'code'],
        properties: {
          type: { type: 'string', enum: ['invalid_request', 'api', 'connector', 'blocked'] },
          message: text,
          code: text,
          reason: text,
          connector: text,
          payment_id: text,
          refund_id: text,
          mandate_id: text,
          relay_id: text,
          authentication_id: text,
          dispute_id: text,
          fields,
        },
      },
    },
  },
  UnreadableBodyResponse: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['error_type', 'message', 'code'],
        properties: { error_type: { type: 'string', enum: ['invalid_request'] }, message: text, code: text, fields },
      },
    },
  },
};

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

const retryAfter = { 'Retry-After': { schema: { type: 'integer' } } };
const generic = ref('GenericErrorResponseOpenApi');

/** What follows from no rule: values that are refused by name, and objects that a request names otherwise. */
const alsoServed = {
  501: [
    'post /account/{account_id}/business_profile',
    'post /account/{account_id}/business_profile/{profile_id}',
    'post /payment_methods',
    'post /payment_methods/collect',
    'post /payment_methods/migrate',
    'post /payment_methods/{payment_method_id}/save',
    'post /account/{merchant_id}/connectors/webhooks/{merchant_connector_id}',
    'put /payouts/{payout_id}',
  ],
  404: [
    'get /payments/list',
    'get /payments/profile/list',
    'get /forex/rates',
    'get /verify/applepay_verified_domains',
  ],
};

const isByHand = (url, { security = [] }) => security.length === 0 || url === '/metrics';

/** Statuses that an operation can answer besides its success. */
export function errorStatuses(url, method, { security = [], requestBody, parameters = [] }) {
  const isServed = (status) => alsoServed[status].includes(`${method} ${url}`);
  const isOf = (...kinds) => security.some((one) => kinds.some((kind) => kind in one));
  const callsProcessor = /^\/(payments|payouts|refunds|relay|authentication)(\/|$)/.test(url) && method === 'post';
  // Kinds of algorithms.
  const refusesByName = callsProcessor || (url === '/routing' && method === 'post');
  // A client secret names its payment.
  const namesInQuery = parameters.some(({ name }) => name === 'client_secret' || name === 'profile_id');
  const namesObject = url.includes('{') || requestBody !== undefined || callsProcessor || namesInQuery;
  return [
    // Also for a platform, where the operation acts for no connected account.
    400,
    401,
    ...(namesObject || isServed(404) ? [404] : []),
    // For a request with an Idempotency-Key.
    ...(method === 'post' ? [409] : []),
    // For an unreadable `X-Profile-Id`, and for rules on fields.
    ...(requestBody || method === 'post' || isOf('api_key', 'platform_api_key') ? [422] : []),
    429,
    500,
    ...(refusesByName || isServed(501) ? [501] : []),
    503,
  ].map(String);
}

const json = (schema) => ({ 'application/json': { schema } });
const text400 = { 'text/plain': { schema: text } };
const unreadable = { oneOf: [generic, ref('UnreadableBodyResponse')] };

/** Shared responses; an unreadable body and an unreadable query string have their own formats. */
const responses = {
  ...Object.fromEntries(
    Object.entries(reasons).map(([status, description]) => [
      nameOf(status),
      { description, ...(['429', '503'].includes(status) && { headers: retryAfter }), content: json(generic) },
    ]),
  ),
  BadBody: { description: reasons[400], content: json(unreadable) },
  BadQuery: { description: reasons[400], content: { ...json(generic), ...text400 } },
  BadBodyOrQuery: { description: reasons[400], content: { ...json(unreadable), ...text400 } },
};

function nameOf(status) {
  return reasons[status].replaceAll(' ', '');
}

function responseOf(status, { requestBody, parameters = [] }) {
  const hasQuery = parameters.some((one) => one.in === 'query');
  const bad = requestBody ? (hasQuery ? 'BadBodyOrQuery' : 'BadBody') : hasQuery ? 'BadQuery' : nameOf(status);
  return { $ref: `#/components/responses/${status === '400' ? bad : nameOf(status)}` };
}

const successes = (responses) => Object.entries(responses).filter(([status]) => status.startsWith('2'));

/** The document with the errors of all operations; everything else stays unchanged. */
export function withErrors(document) {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([url, methods]) => [
      url,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          if (isByHand(url, operation)) return [method, operation];
          const errors = errorStatuses(url, method, operation).map((status) => [status, responseOf(status, operation)]);
          return [
            method,
            { ...operation, responses: Object.fromEntries([...successes(operation.responses), ...errors]) },
          ];
        }),
      ),
    ]),
  );
  const { components } = document;
  return {
    ...document,
    paths,
    components: { ...components, schemas: { ...components.schemas, ...schemas }, responses },
  };
}

await runCommand(command, ({ values }) => {
  const document = JSON.parse(fs.readFileSync(file, 'utf8'));
  const updated = withErrors(document);
  if (!values.check) return void fs.writeFileSync(file, `${JSON.stringify(updated, null, 2)}\n`);
  const differing = Object.entries(updated.paths).flatMap(([url, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => JSON.stringify(operation) !== JSON.stringify(document.paths[url][method]))
      .map(([method]) => `${method} ${url}`),
  );
  if (differing.length > 0)
    process.stderr.write(
      `Errors that are not documented as served: ${differing.join(', ')}. Run node tools/api-errors.mjs.\n`,
    );
  return differing.length === 0;
});

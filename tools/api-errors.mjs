/**
 * `node tools/api-errors.mjs`: writes the errors of every operation into api/openapi.json, as they are served; with --check
 * nothing is written, operations that differ are named and the exit code is 1. What a route can answer follows from who may
 * call it, what it reads and what it names.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './lib/paths.mjs';

const file = path.join(root, 'api/openapi.json');
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** `{"error": {"type": …}}`; of a body that cannot be read, `{"error": {"error_type": …}}`. */
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
        properties: { error_type: { type: 'string', enum: ['invalid_request'] }, message: text, code: text },
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

/** Statuses that an operation can answer besides its success. */
export function errorStatuses(url, method, { security = [], requestBody, parameters = [] }) {
  if (security.length === 0) return [];
  const isOf = (...kinds) => security.some((one) => kinds.some((kind) => kind in one));
  const asksProcessors = /^\/(payments|refunds)(\/|$)/.test(url) && method === 'post';
  const namesSomething = url.includes('{') || requestBody !== undefined || asksProcessors;
  const hasQuery = parameters.some((one) => one.in === 'query');
  return [
    ...(requestBody || hasQuery || namesSomething || isOf('publishable_key') ? [400] : []),
    401,
    ...(namesSomething ? [404] : []),
    // Of a request under an Idempotency-Key.
    ...(method === 'post' ? [409] : []),
    // `X-Profile-Id` that cannot be read, and rules over fields.
    ...(requestBody || method === 'post' || isOf('api_key') ? [422] : []),
    429,
    500,
    ...(asksProcessors ? [501] : []),
    503,
  ].map(String);
}

const json = (schema) => ({ 'application/json': { schema } });
const text400 = { 'text/plain': { schema: text } };
const unreadable = { oneOf: [generic, ref('UnreadableBodyResponse')] };

/** What operations share; those that read a body or a query string can find each unreadable in words of their own. */
const responses = {
  ...Object.fromEntries(
    Object.entries(reasons).map(([status, description]) => [
      nameOf(status),
      { description, ...(['429', '503'].includes(status) && { headers: retryAfter }), content: json(generic) },
    ]),
  ),
  BadBody: { description: reasons[400], content: json(unreadable) },
  BadQuery: { description: reasons[400], content: { ...json(generic), ...text400 } },
};

function nameOf(status) {
  return reasons[status].replaceAll(' ', '');
}

function responseOf(status, { requestBody, parameters = [] }) {
  const hasQuery = parameters.some((one) => one.in === 'query');
  const name = status !== '400' ? nameOf(status) : requestBody ? 'BadBody' : hasQuery ? 'BadQuery' : nameOf(status);
  return { $ref: `#/components/responses/${name}` };
}

const successes = (responses) => Object.entries(responses).filter(([status]) => status.startsWith('2'));

/** The document with the errors of all operations; what else it says stays. */
export function withErrors(document) {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([url, methods]) => [
      url,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
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

function main() {
  const document = JSON.parse(fs.readFileSync(file, 'utf8'));
  const wanted = withErrors(document);
  if (!process.argv.includes('--check')) return fs.writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`);
  const differing = Object.entries(wanted.paths).flatMap(([url, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => JSON.stringify(operation) !== JSON.stringify(document.paths[url][method]))
      .map(([method]) => `${method} ${url}`),
  );
  if (differing.length === 0) return;
  process.stderr.write(
    `Errors that are not documented as served: ${differing.join(', ')}. Run node tools/api-errors.mjs.\n`,
  );
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

import { apiAt, sharedSystem, type Answer, type Json } from '@payorch/harness';
import { bodyOf, randomFrom } from '../merchant/mutated-bodies';
import { openapi, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
const keys = ['dev_wrong', 'pk_dev_wrong', `epk_${'a'.repeat(32)}`];
const secret = 'pay_nobody_secret_x';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operation: Json;
}

const jsonSchema = ({ requestBody }: Json): Json => requestBody?.content['application/json']?.schema;
/** Every documented route that needs a key; uploads have no JSON body. */
const routes: readonly Route[] = Object.entries(openapi.paths).flatMap(([path, operations]) =>
  Object.entries(operations as Json)
    .filter(
      ([method, { security }]: [string, Json]) => /get|post|put|patch|delete/.test(method) && security?.length !== 0,
    )
    .filter(([, operation]: [string, Json]) => !operation.requestBody || jsonSchema(operation))
    .map(([method, operation]) => ({ method: method.toUpperCase() as Route['method'], path, operation })),
);

const resolved = (schema: Json): Json =>
  schema?.$ref ? resolved(openapi.components.schemas[schema.$ref.split('/').at(-1)]) : schema;
const hasSecret = (schema: Json): boolean => JSON.stringify(resolved(schema)).includes('"client_secret"');

/** A readable value with nothing but what is required: the contract has unreadable ones answered before the key. */
function readable(of: Json, name = ''): unknown {
  const schema = resolved(of);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part: Json) => readable(part, name)));
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return readable(choice, name);
  if (schema.format === 'date-time') return '2026-01-05T10:00:00Z';
  if (schema.format === 'uri') return 'https://acme.example/hook';
  if (schema.type === 'array' && !schema.minItems) return [];
  if (!schema.properties) return bodyOf(schema, randomFrom(1), 0, name);
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((key) => [key, readable(schema.properties[key], key)]));
}

function callOf({ method, path, operation }: Route, withSecret: boolean): [string, object | undefined] {
  const required = ((operation.parameters ?? []) as Json[]).filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(
    required.map(({ name, schema }): [string, string] => [name as string, String(readable(schema, name as string))]),
  );
  if (withSecret && method === 'GET') query.set('client_secret', secret);
  const address = `${path.replace(/\{[^}]+\}/g, 'no%20body')}?${String(query)}`;
  const schema = jsonSchema(operation);
  if (!schema) return [address, undefined];
  const { client_secret: _, ...body } = readable(schema) as Json;
  return [address, withSecret && hasSecret(schema) ? { ...body, client_secret: secret } : body];
}

const isUnreadable = ({ status, body, text }: Answer): boolean =>
  status === 400 && (body?.error?.code === 'IR_06' || text.startsWith('Query deserialize error'));

it('every documented route has a method and a key here', () => expect(routes.length).toBeGreaterThan(100));

it.each(routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]))(
  '%s judges a wrong key before the fields',
  async (_, route) => {
    const unreadable: string[] = [];
    for (const key of keys)
      for (const withSecret of [false, true]) {
        const [path, body] = callOf(route, withSecret);
        const api = apiAt(system.baseUrl('gateway'), { 'api-key': key });
        const answer = await (body
          ? api.raw(route.method, path, JSON.stringify(body), { 'content-type': 'application/json' })
          : api.raw(route.method, path));
        if (isUnreadable(answer)) unreadable.push(answer.text);
        else expect([path, body, statusAndBody(answer)]).toEqual([path, body, unauthorized]);
      }
    // Of one of the two calls the fields are readable.
    expect(unreadable.length < 2 * keys.length ? [] : unreadable).toEqual([]);
  },
);

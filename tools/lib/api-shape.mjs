/** An OpenAPI document reduced to the comparable parts: fields, types, enum values, required and nullable. */

const nameOf = (ref) => ref.split('/').at(-1);
const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([name, one]) => [name, change(one)]));

/** One schema in short: r(eference), e(num), all, one, l(ist), f(ields) with q (required), m(ap), t(ype), n(ullable). */
function shapeOf(schema) {
  const n = schema.nullable ? { n: 1 } : {};
  if (schema.$ref) return { r: nameOf(schema.$ref), ...n };
  if (schema.allOf?.length === 1) return { ...shapeOf(schema.allOf[0]), ...n };
  if (schema.allOf) return { all: schema.allOf.map(shapeOf), ...n };
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return { one: alternatives.map(shapeOf), ...n };
  if (schema.enum) return { e: schema.enum, ...n };
  if (schema.type === 'array') return { l: shapeOf(schema.items), ...n };
  if (typeof schema.additionalProperties === 'object') return { m: shapeOf(schema.additionalProperties), ...n };
  if (schema.properties) return { f: mapped(schema.properties, shapeOf), q: schema.required ?? [], ...n };
  const isMoment = schema.format === 'date-time' || schema.format === 'date';
  return { t: isMoment ? schema.format : (schema.type ?? 'any'), ...n };
}

const bodyOf = (content) => {
  const [first] = Object.values(content ?? {});
  return first?.schema ? shapeOf(first.schema) : null;
};

function operationOf({ parameters = [], requestBody, responses }) {
  const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
  return {
    parameters: Object.fromEntries(
      parameters.map((one) => [`${one.in} ${one.in === 'path' ? '' : one.name}`.trim(), shapeOf(one.schema)]),
    ),
    required: parameters.filter((one) => one.required && one.in !== 'path').map((one) => `${one.in} ${one.name}`),
    request: bodyOf(requestBody?.content),
    response: bodyOf(responses[success]?.content),
  };
}

/** `post /refunds/{}`: a path parameter is identified by its position. */
export const operationKey = (method, path) => `${method} ${path.replace(/\{[^}]+\}/g, '{}').replace(/(?<=.)\/$/, '')}`;

function referred(shape, found) {
  if (typeof shape !== 'object' || shape === null) return;
  if (typeof shape.r === 'string') found(shape.r);
  for (const inner of Object.values(shape)) referred(inner, found);
}

/** The operations and the named shapes to which they refer. */
export function digestOf(document) {
  const operations = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations[operationKey(method, path)] = operationOf(operation);
    }
  }
  const shapes = {};
  const visit = (name) => {
    if (shapes[name]) return;
    shapes[name] = shapeOf(document.components.schemas[name]);
    referred(shapes[name], visit);
  };
  referred(operations, visit);
  return { operations, shapes: Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

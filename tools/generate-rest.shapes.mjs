/** The object schemas of an OpenAPI document in one normalized form, for tools/generate-rest.mjs. */

export const nameOf = (ref) => ref.split('/').at(-1);

/** The schema of a lone `allOf`, merged with its sibling keywords (nullable, our extensions). */
export function unwrap(schema) {
  if (schema.allOf?.length !== 1) return schema;
  const { allOf, ...beside } = schema;
  return { ...unwrap(allOf[0]), ...beside };
}

/**
 * One shape for every object-like schema: its fields in order, and the variants of which exactly one must be present.
 * Undefined for a schema that no class can express.
 */
export const shapesOf = (schemas) => {
  const objectOf = (schema) => shapeOf(schema, schemas, objectOf);
  return objectOf;
};

/** A part that only states `type: object` adds nothing to the others. */
const isBare = (part) => Object.keys(part).join() === 'type' && part.type === 'object';

function shapeOf(schema, schemas, objectOf) {
  const plain = unwrap(schema);
  if (plain.$ref) {
    const named = objectOf(schemas[nameOf(plain.$ref)]);
    // A nullable part requires nothing: all of its fields may be absent.
    return named && plain.nullable ? { ...named, required: [] } : named;
  }
  if (plain.allOf) {
    const meaningful = plain.allOf.filter((part) => !isBare(part));
    return merged(meaningful.map(objectOf), plain['x-optional-variant'] === true);
  }
  if (plain.oneOf) return withWords(plain, objectOf) ?? unionOf(plain, objectOf);
  if (plain.type === 'object' && plain.properties) {
    return { fields: plain.properties, required: plain.required ?? [], closed: plain.additionalProperties === false };
  }
  return undefined;
}

function merged(shapes, optionalVariant) {
  if (shapes.some((shape) => !shape)) return undefined;
  const variants = shapes.flatMap((shape) => shape.variants ?? []);
  return {
    fields: Object.assign({}, ...shapes.map((shape) => shape.fields)),
    required: shapes.flatMap((shape) => shape.required),
    closed: false,
    ...(variants.length > 0 && { variants, optionalVariant }),
  };
}

/** An object, or a fixed string in its place: `"reward"` is a variant without data. */
function withWords({ oneOf, ...beside }, objectOf) {
  const words = wordsOf(oneOf);
  const others = oneOf.filter((part) => part.type !== 'string');
  if (!beside['x-optional-variant'] || words.length === 0 || others.length !== 1) return undefined;
  const object = objectOf({ ...others[0], ...beside });
  return object && { ...object, words };
}

function unionOf({ oneOf, discriminator }, objectOf) {
  const words = wordsOf(oneOf);
  const shapes = oneOf.filter((part) => part.type !== 'string').map(objectOf);
  if (shapes.length === 0 || shapes.some((shape) => !shape)) return undefined;
  if (discriminator) return words.length === 0 ? taggedUnion(shapes, discriminator.propertyName) : undefined;
  const keyed = keyedUnion(shapes);
  return keyed && words.length > 0 ? { ...keyed, words } : keyed;
}

/** The fixed strings among the alternatives: kinds without data. */
const wordsOf = (oneOf) => oneOf.flatMap((part) => (part.type === 'string' ? (part.enum ?? []) : []));

/** `{"card": {…}}` or `{"wallet": {…}}`: the only key selects the variant. */
function keyedUnion(shapes) {
  const keys = shapes.map((shape) => Object.keys(shape.fields));
  if (keys.some((names) => names.length !== 1)) return undefined;
  const variants = keys.flat();
  return { fields: Object.assign({}, ...shapes.map((s) => s.fields)), required: [], closed: false, variants };
}

/** `{"type": "single", "data": {…}}`: a field is typed where all variants agree on it, else any JSON. */
function taggedUnion(shapes, tag) {
  const fields = { [tag]: { type: 'string', enum: shapes.flatMap((shape) => shape.fields[tag].enum) } };
  for (const shape of shapes) {
    for (const [name, schema] of Object.entries(shape.fields)) {
      if (name === tag) continue;
      const same = fields[name] === undefined || JSON.stringify(fields[name]) === JSON.stringify(schema);
      fields[name] = same ? schema : { 'x-any-json': true };
    }
  }
  const required = Object.keys(fields).filter((name) => shapes.every((shape) => shape.required.includes(name)));
  return { fields, required, closed: false };
}

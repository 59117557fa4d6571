type Schema = Readonly<Record<string, unknown>>;

/** Keywords that only describe. */
const annotations: ReadonlySet<string> = new Set(['$id', '$schema', 'title', 'description', 'examples', 'deprecated']);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

function propertyProblems(released: Schema, current: Schema, path: string): string[] {
  const [before, now] = [released['properties'] ?? {}, current['properties'] ?? {}] as Record<string, Schema>[];
  const [requiredBefore, requiredNow] = [textsIn(released['required']), textsIn(current['required'])];
  return [
    ...Object.entries(before!).flatMap(([name, schema]) => {
      const same = now![name];
      return same ? problemsBetween(schema, same, `${path}.${name}`) : [`${path}.${name} was removed`];
    }),
    ...requiredNow.filter((name) => !requiredBefore.includes(name)).map((name) => `${path}.${name} became required`),
    ...requiredBefore
      .filter((name) => !requiredNow.includes(name) && name in now!)
      .map((name) => `${path}.${name} became optional`),
  ];
}

/** A reader must know how to treat an unknown value, but a value that it waits for must not vanish. */
const enumProblems = (released: unknown, current: unknown, path: string): string[] =>
  Array.isArray(released) && Array.isArray(current)
    ? released.filter((value) => !current.includes(value)).map((value) => `${path} lost the value ${shown(value)}`)
    : [`${path}: enum was ${shown(released)} and is ${shown(current)}`];

function keywordProblems(keyword: string, released: unknown, current: unknown, path: string): string[] {
  if (JSON.stringify(released) === JSON.stringify(current)) return [];
  if (keyword === 'enum') return enumProblems(released, current, path);
  if (keyword === 'items' && isSchema(released) && isSchema(current))
    return problemsBetween(released, current, `${path}[]`);
  if (keyword === 'anyOf' && Array.isArray(released) && Array.isArray(current) && released.length === current.length)
    return released.flatMap((one, index) => problemsBetween(one as Schema, current[index] as Schema, path));
  return [`${path}: ${keyword} was ${shown(released)} and is ${shown(current)}`];
}

/**
 * What a reader of the released schema would notice in the current one, a line each. Within a version only optional fields and
 * values of enums are added; words may change.
 */
export function problemsBetween(released: Schema, current: Schema, path = 'body'): string[] {
  const keywords = new Set([...Object.keys(released), ...Object.keys(current)]);
  const compared = [...keywords].filter(
    (keyword) => !annotations.has(keyword) && keyword !== 'properties' && keyword !== 'required',
  );
  return [
    ...propertyProblems(released, current, path),
    ...compared.flatMap((keyword) => keywordProblems(keyword, released[keyword], current[keyword], path)),
  ];
}

/** Released and current schemas by their paths: a line for each problem, which says what to do. */
export const releaseProblems = (
  released: Readonly<Record<string, Schema>>,
  current: Readonly<Record<string, Schema>>,
): string[] =>
  Object.entries(released).flatMap(([path, schema]) => {
    const now = current[path];
    const problems = now ? problemsBetween(schema, now) : ['the message is no longer defined'];
    return problems.map(
      (problem) => `${path} is released: ${problem}. Define a new version beside it (docs/topics.md).`,
    );
  });

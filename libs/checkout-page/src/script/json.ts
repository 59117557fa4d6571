/** A JSON value that another program made: read it by these functions only. */
export type Json = unknown;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of keys; undefined where a part of it is missing. */
export function at(value: Json, ...path: readonly string[]): Json {
  let found: Json = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** A text that is not empty; undefined for anything else. */
export function textAt(value: Json, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberAt(value: Json, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

export function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function entriesAt(value: Json, ...path: readonly string[]): readonly (readonly [string, Json])[] {
  const found = at(value, ...path);
  return isObject(found) ? Object.entries(found) : [];
}

export const textsAt = (value: Json, ...path: readonly string[]): readonly string[] =>
  listAt(value, ...path).filter((one) => typeof one === 'string');

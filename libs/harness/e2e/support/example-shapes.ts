/** The keys of a map may be ids, which differ from system to system. */
const withoutIds = (key: string): string => key.replace(/(?<=_)[A-Za-z0-9]{18,}|[A-Za-z0-9]*\d[A-Za-z0-9]{11,}/g, '…');

const keysOf = (value: object): string[] => Object.keys(value).map(withoutIds).sort();

/**
 * Where an answer differs in shape from a recorded one: other keys, other types. A list is compared by its first entry;
 * null fits every type.
 */
export function shapeDifferences(recorded: unknown, answered: unknown, at = 'body'): string[] {
  if (recorded === null || answered === null) return [];
  if (Array.isArray(recorded) && Array.isArray(answered))
    return recorded.length > 0 && answered.length > 0 ? shapeDifferences(recorded[0], answered[0], `${at}[0]`) : [];
  if (typeof recorded !== typeof answered || Array.isArray(recorded) !== Array.isArray(answered))
    return [`${at}: ${typeof recorded} in the example, ${typeof answered} in the answer`];
  if (typeof recorded !== 'object' || typeof answered !== 'object') return [];
  const [inExample, inAnswer] = [keysOf(recorded as object), keysOf(answered as object)];
  const inner = Object.entries(recorded as object).flatMap(([key, value]) =>
    key in (answered as object)
      ? shapeDifferences(value, (answered as Readonly<Record<string, unknown>>)[key], `${at}.${key}`)
      : [],
  );
  return [
    ...inExample.filter((key) => !inAnswer.includes(key)).map((key) => `${at}.${key}: in the example alone`),
    ...inAnswer.filter((key) => !inExample.includes(key)).map((key) => `${at}.${key}: in the answer alone`),
    ...inner,
  ];
}

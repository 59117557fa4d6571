import { checkDto, duplicateField, shapeOf, unknownField } from '@payorch/rest';
import { QueryError } from '../errors';

type Dto<T> = new () => T;

/**
 * Converts a query string to an instance of its DTO class. Ignores unknown parameters; a closed class refuses them.
 * @throws QueryError
 */
export function validQuery<T extends object>(query: unknown, dto: Dto<T>): T {
  const parameters = (query ?? {}) as Readonly<Record<string, unknown>>;
  const typed: Record<string, unknown> = {};
  const { kinds, fields, closed } = shapeOf(dto);
  const unknownName = closed && Object.keys(parameters).find((name) => !Object.hasOwn(kinds, name));
  if (unknownName) throw new QueryError(unknownField(unknownName, fields).text);
  for (const [name, kind] of Object.entries(kinds)) {
    if (parameters[name] !== undefined) typed[name] = typedValue(name, kind, parameters[name]);
  }
  const checked = checkDto(dto, typed);
  if (checked.kind === 'invalid') throw new QueryError(checked.violations[0]!.message);
  return checked.value;
}

function typedValue(name: string, kind: string, value: unknown): unknown {
  // A list is a repeated parameter.
  if (kind === 'list') return [value].flat().map((item) => typedValue(name, 'text', item));
  if (typeof value !== 'string') throw new QueryError(duplicateField(name));
  if (value.includes('\0')) throw new QueryError('NUL character in a value');
  if (kind === 'flag') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw new QueryError('provided string was not `true` or `false`');
  }
  if (kind !== 'whole') return value;
  if (!/^-?\d+$/.test(value)) throw new QueryError('invalid digit found in string');
  return Number(value);
}

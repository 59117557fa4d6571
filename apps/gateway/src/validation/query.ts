import { checkDto, type DtoShape, duplicateField, shapeOf, unknownField, type Violation } from '@payorch/rest';
import { QueryError } from '../errors';
import { problemsOf } from './problems';

type Dto<T> = new () => T;
type Parameters = Readonly<Record<string, unknown>>;

/**
 * Converts a query string to an instance of its DTO class. Ignores unknown parameters; a closed class refuses them. The
 * message reports the first problem; `fields` lists all of them.
 * @throws QueryError
 */
export function validQuery<T extends object>(query: unknown, dto: Dto<T>): T {
  const parameters = (query ?? {}) as Parameters;
  const shape = shapeOf(dto);
  const violations = shape.closed ? unknownNames(shape, parameters) : [];
  const typed: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape.kinds)) {
    if (parameters[name] !== undefined) typed[name] = typedValue({ name, kind }, parameters[name], violations);
  }
  const checked = checkDto(dto, typed);
  if (checked.kind === 'invalid') violations.push(...checked.violations);
  else if (violations.length === 0) return checked.value;
  throw new QueryError(violations[0]?.message ?? '', problemsOf(violations));
}

const unknownNames = ({ kinds, fields }: DtoShape, parameters: Parameters): Violation[] =>
  Object.keys(parameters)
    .filter((name) => !Object.hasOwn(kinds, name))
    .map((name) => {
      const { text, ...fault } = unknownField(name, fields);
      return { path: [name], at: 'key', message: text, ...fault };
    });

interface Parameter {
  readonly name: string;
  readonly kind: string;
}

/** The value as a check expects it; undefined, with the first violation of its parameter, if the text is not of its type. */
function typedValue({ name, kind }: Parameter, value: unknown, violations: Violation[]): unknown {
  // A list is a repeated parameter.
  if (kind === 'list') return [value].flat().map((item) => typedValue({ name, kind: 'text' }, item, violations));
  const wrong = (message: string): undefined => {
    violations.push({ path: [name], at: 'value', message, plain: message });
  };
  if (typeof value !== 'string') return wrong(duplicateField(name));
  if (value.includes('\0')) return wrong('NUL character in a value');
  if (kind === 'flag') {
    if (value === 'true' || value === 'false') return value === 'true';
    return wrong('provided string was not `true` or `false`');
  }
  if (kind !== 'whole') return value;
  return /^-?\d+$/.test(value) ? Number(value) : wrong('invalid digit found in string');
}

import { checkDto, WireNumber, type Path, type Violation } from '@payorch/rest';
import { BodyError, contentTypeError } from '../errors';
import { problemsOf } from './problems';
import { forbiddenKeys, JsonDocument, limits, emptyBody } from './json';
import { findNode, placeOf, readJsonNodes, type JsonNode } from './json.nodes';

type Dto<T> = new () => T;

/**
 * Converts a request body to an instance of its DTO class. The message reports the first error of the text, with its position;
 * `fields` lists all of them.
 * @throws BodyError
 */
export function validBody<T extends object>(body: unknown, dto: Dto<T>): T {
  if (!(body instanceof JsonDocument)) throw contentTypeError();
  if (body === emptyBody) throw new BodyError('Json deserialize error: EOF while parsing a value at line 1 column 1');
  const checked = checkDto(dto, body.value);
  if (checked.kind === 'invalid') throw bodyError(body.text, checked.violations);
  if (body.hasWireNumbers) {
    const violations: Violation[] = [];
    const value = withPlainNumbers(checked.value, [], violations) as T;
    if (violations.length > 0) throw bodyError(body.text, violations);
    return value;
  }
  return checked.value;
}

/**
 * Converts a part of a body whose class is known only now, such as the data of a type. The message has no position,
 * because the text is not kept.
 * @throws BodyError
 */
export function validPart<T extends object>(value: unknown, dto: Dto<T>, path: Path): T {
  const checked = checkDto(dto, value);
  if (checked.kind === 'valid') return checked.value;
  const violations = checked.violations.map((violation) => ({ ...violation, path: [...path, ...violation.path] }));
  throw new BodyError(`Json deserialize error: ${violations[0]?.message}`, problemsOf(violations));
}

/** The interface's message reports only the first error, so only that one shows a position. */
function bodyError(text: string, violations: readonly Violation[]): BodyError {
  const root = readJsonNodes(text, limits, forbiddenKeys);
  const placed = violations
    .map((violation) => ({ violation, offset: offsetOf(root, violation) }))
    .sort((one, other) => one.offset - other.offset);
  // A parser reads the whole body before a rule judges any of its values.
  const [first] = [...placed.filter(({ violation }) => !violation.isRule), ...placed];
  if (first?.violation.isRule) return new BodyError(first.violation.message, problemsOf(violations), 'rule');
  const { line, column } = placeOf(text, first?.offset ?? 0);
  return new BodyError(
    `Json deserialize error: ${first?.violation.message} at line ${line} column ${column}`,
    problemsOf(placed.map(({ violation }) => violation)),
  );
}

function offsetOf(root: JsonNode, { path, at }: Violation): number {
  const place = findNode(root, path);
  if (!place) return root.end;
  if (at === 'key') return place.keyAt;
  return at === 'end' ? place.node.end : place.node.start;
}

const outOfRange = 'number out of range';

/** Replaces wire numbers by plain ones. Refuses an integer that a double cannot represent exactly. */
function withPlainNumbers(value: unknown, path: Path, violations: Violation[]): unknown {
  if (value instanceof WireNumber) {
    if (value.isWhole) violations.push({ path, at: 'value', message: outOfRange, plain: outOfRange });
    return value.value;
  }
  if (Array.isArray(value)) return value.map((item, index) => withPlainNumbers(item, [...path, index], violations));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const key in fields) fields[key] = withPlainNumbers(fields[key], [...path, key], violations);
  return fields;
}

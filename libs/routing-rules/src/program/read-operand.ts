import type { ComparisonType, Json } from '@payorch/contracts';
import { comparisonType } from '@payorch/contracts';
import { limits } from './limits';
import type { Report } from './report';
import { isJsonArray, memberOf, readCount, readEach, readMembers, readText } from './report';
import type { KeyType } from './rule-keys';
import type { NumberTest, Operand } from './rule-program';

/** The types of values that a key of a kind is compared with. */
const valueTypes = {
  number: ['number', 'number_array', 'number_comparison_array'],
  enum_variant: ['enum_variant', 'enum_variant_array'],
  str_value: ['str_value'],
  metadata_value: ['metadata_variant'],
} as const satisfies Readonly<Record<KeyType['kind'], readonly string[]>>;
type ValueType = (typeof valueTypes)[KeyType['kind']][number];

/** `number`, `number_array` or `number_comparison_array` */
const listOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** One of the comparisons of the rule language. */
export function readComparisonType(sent: Json | undefined, path: string, report: Report): ComparisonType | undefined {
  const options: readonly ComparisonType[] = comparisonType.options;
  return options.find((known) => known === sent) ?? report(path, `must be one of ${options.join(', ')}`);
}

const isOrder = (comparison: ComparisonType): boolean => comparison !== 'equal' && comparison !== 'not_equal';

const mustOf = (comparison: ComparisonType): Operand['must'] =>
  comparison === 'not_equal' ? 'match_none' : 'match_any';

/** `{"comparisonType": "greater_than", "number": 3000}` */
function readNumberTest(sent: Json, path: string, report: Report): NumberTest | undefined {
  const members = readMembers(sent, path, { required: ['comparisonType', 'number'] }, report);
  if (!members) return undefined;
  const comparison = readComparisonType(members.comparisonType, memberOf(path, 'comparisonType'), report);
  const number = readCount(members.number, memberOf(path, 'number'), report);
  return comparison === undefined || number === undefined ? undefined : { comparison, number };
}

function readEqual(sent: Json, path: string, report: Report): NumberTest | undefined {
  const number = readCount(sent, path, report);
  return number === undefined ? undefined : { comparison: 'equal', number };
}

function readItems<Read>(
  sent: Json,
  path: string,
  read: (item: Json, path: string, report: Report) => Read | undefined,
  report: Report,
): readonly Read[] | undefined {
  if (!isJsonArray(sent) || sent.length === 0) return report(path, 'must be an array with at least one item');
  return readEach(sent, path, (item, at) => read(item, at, report), report);
}

function readKnownText(sent: Json, path: string, key: KeyType, report: Report): string | undefined {
  if (key.kind !== 'enum_variant') return readText(sent, path, limits.textLength, report);
  if (typeof sent !== 'string') return report(path, 'must be a string');
  return key.values.has(sent) ? sent : report(path, 'is not a value of this key');
}

/** Names that a plain object has without being given them. */
const isPrototypeKey = (name: string): boolean => name in {};

/** `{"key": "segment", "value": "gold"}` */
function readMetadata(sent: Json, path: string, must: Operand['must'], report: Report): Operand | undefined {
  const members = readMembers(sent, path, { required: ['key', 'value'] }, report);
  if (!members) return undefined;
  const at = memberOf(path, 'key');
  const key = readText(members.key, at, limits.metadataKeyLength, report);
  const value = readText(members.value, memberOf(path, 'value'), limits.metadataValueLength, report);
  if (key === undefined || value === undefined) return undefined;
  return isPrototypeKey(key) ? report(at, 'is not a key of metadata') : { must, kind: 'metadata', key, value };
}

const numbers = (must: Operand['must'], tests: readonly NumberTest[] | undefined): Operand | undefined =>
  tests && { must, kind: 'numbers', tests };
const texts = (must: Operand['must'], read: readonly string[] | undefined): Operand | undefined =>
  read && { must, kind: 'texts', texts: read };

/** "not equal" is "none is equal", for one number as for many. */
function readNumber(sent: Json, path: string, comparison: ComparisonType, report: Report): Operand | undefined {
  const number = readCount(sent, path, report);
  if (number === undefined) return undefined;
  const must = mustOf(comparison);
  return numbers(must, [{ comparison: must === 'match_none' ? 'equal' : comparison, number }]);
}

function readValue(
  { type, value }: { readonly type: ValueType; readonly value: Json },
  { path, comparison, key }: { readonly path: string; readonly comparison: ComparisonType; readonly key: KeyType },
  report: Report,
): Operand | undefined {
  const must = mustOf(comparison);
  switch (type) {
    case 'number':
      return readNumber(value, path, comparison, report);
    case 'number_array':
      return numbers(must, readItems(value, path, readEqual, report));
    case 'number_comparison_array':
      return numbers(must, readItems(value, path, readNumberTest, report));
    case 'enum_variant_array':
      return texts(
        must,
        readItems(value, path, (item, at) => readKnownText(item, at, key, report), report),
      );
    case 'enum_variant':
    case 'str_value': {
      const text = readKnownText(value, path, key, report);
      return texts(must, text === undefined ? undefined : [text]);
    }
    case 'metadata_variant':
      return readMetadata(value, path, must, report);
  }
}

/** What a comparison compares a value of this key with. `path`: that of the comparison. */
export function readOperand(
  sent: { readonly comparison: ComparisonType; readonly value: Json },
  path: string,
  key: KeyType,
  report: Report,
): Operand | undefined {
  const { comparison } = sent;
  const at = memberOf(path, 'value');
  const members = readMembers(sent.value, at, { required: ['type', 'value'] }, report);
  const types: readonly ValueType[] = valueTypes[key.kind];
  const type = members && types.find((known) => known === members.type);
  if (members && !type) report(memberOf(at, 'type'), `must be ${listOf(types)} for this key`);
  if (isOrder(comparison) && key.kind !== 'number')
    report(memberOf(path, 'comparison'), 'must be equal or not_equal for this key');
  else if (isOrder(comparison) && type && type !== 'number')
    report(memberOf(path, 'comparison'), 'must be equal or not_equal for an array');
  if (!members || !type) return undefined;
  return readValue({ type, value: members.value }, { path: memberOf(at, 'value'), comparison, key }, report);
}

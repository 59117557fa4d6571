import type { Json, JsonObject, RuleStatement, ThreeDsProgram } from '@payorch/contracts';
import { type Comparison, type IfStatement, ProgramThreeDsDecisionRule } from '@payorch/rest';
import { BodyError } from '../../errors';
import { validPart } from '../../validation';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `routingOutput` is another name of `connectorSelection`. */
function withoutAlias(rule: unknown): unknown {
  if (!isObject(rule) || !('routingOutput' in rule)) return rule;
  if ('connectorSelection' in rule) throw new BodyError('Json deserialize error: duplicate field `connectorSelection`');
  const { routingOutput: connectorSelection, ...others } = rule;
  return { ...others, connectorSelection };
}

const withoutAliases = (data: unknown): unknown =>
  isObject(data) && Array.isArray(data['rules']) ? { ...data, rules: data['rules'].map(withoutAlias) } : data;

/** What a merchant sent, as plain JSON. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;
const plainObject = (value: object): JsonObject => plain(value) as JsonObject;

const toComparison = ({ lhs, comparison, value, metadata }: Comparison): RuleStatement['condition'][number] => ({
  ...{ lhs, comparison },
  value: { type: value.type, value: plain(value.value) },
  metadata: plainObject(metadata),
});

const toStatement = ({ condition, nested }: IfStatement): RuleStatement => ({
  condition: condition.map(toComparison),
  nested: nested?.map(toStatement) ?? null,
});

/**
 * Reads the form of a program. The routing service checks its keys and values.
 * @throws BodyError where the data is no program
 */
export function readThreeDsProgram(data: unknown): ThreeDsProgram {
  const path = ['algorithm', 'data'];
  const { defaultSelection, rules, metadata } = validPart(withoutAliases(data), ProgramThreeDsDecisionRule, path);
  return {
    defaultSelection: { decision: defaultSelection.decision },
    rules: rules.map(({ name, connectorSelection, statements }) => ({
      name,
      connectorSelection: { decision: connectorSelection.decision },
      statements: statements.map(toStatement),
    })),
    metadata: plainObject(metadata),
  };
}

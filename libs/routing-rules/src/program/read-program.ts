import type { Json } from '@payorch/contracts';
import { sizeProblem } from './json-size';
import { limits } from './limits';
import { readComparisonType, readOperand } from './read-operand';
import type { Report } from './report';
import { checkNotes, isJsonObject, isProblems, memberOf, readEach, readMembers, readText, reading } from './report';
import type { Feature } from './rule-keys';
import { keysOf, ruleKeyOf, ruleKeys } from './rule-keys';
import type { Comparison, Operand, Problem, Rule, RuleProgram, Statement } from './rule-program';

/** What a program is for, and how its outputs are read. */
export interface ProgramReading<Output> {
  readonly feature: Feature;
  /** Reads the value of `connectorSelection` or `defaultSelection`, which stands at `path`. */
  readonly readOutput: (sent: Json, path: string) => Output | readonly Problem[];
}

const rulesFor: Readonly<Record<Feature, string>> = {
  connector_selection: 'routing rules',
  surcharge_decision: 'surcharge rules',
  three_ds_conditional_config: '3DS rules',
  three_ds_decision_rule: '3DS decision rules',
};

interface Context {
  readonly feature: Feature;
  readonly report: Report;
}

function readComparison(sent: Json, path: string, { feature, report }: Context): Comparison | undefined {
  const members = readMembers(sent, path, { required: ['lhs', 'comparison', 'value'], optional: ['metadata'] }, report);
  if (!members) return undefined;
  checkNotes(members.metadata, memberOf(path, 'metadata'), report);
  const key = typeof members.lhs === 'string' ? ruleKeyOf(members.lhs) : undefined;
  const isAllowed = key !== undefined && keysOf[feature].has(key);
  if (!isAllowed) report(memberOf(path, 'lhs'), `is not a key of ${rulesFor[feature]}`);
  const comparison = readComparisonType(members.comparison, memberOf(path, 'comparison'), report);
  if (!isAllowed || comparison === undefined) return undefined;
  const operand = readOperand({ comparison, value: members.value }, path, ruleKeys[key], report);
  return operand && { key, operand };
}

function readStatement(sent: Json, path: string, depth: number, context: Context): Statement | undefined {
  const { report } = context;
  const members = readMembers(sent, path, { required: ['condition'], optional: ['nested'] }, report);
  if (!members) return undefined;
  const condition = readEach(
    members.condition,
    memberOf(path, 'condition'),
    (item, at) => readComparison(item, at, context),
    report,
  );
  const nested =
    members.nested === undefined ? null : readStatements(members.nested, memberOf(path, 'nested'), depth + 1, context);
  return condition && nested !== undefined ? { condition, nested } : undefined;
}

function readStatements(sent: Json, path: string, depth: number, context: Context): readonly Statement[] | undefined {
  if (depth > limits.depth && Array.isArray(sent) && sent.length > 0)
    return context.report(path, `is nested more than ${limits.depth} deep`);
  return readEach(sent, path, (item, at) => readStatement(item, at, depth, context), context.report);
}

/** An output, or nothing after its problems were reported. Wrapped: an output may be null. */
function readOutputAt<Output>(
  sent: Json,
  path: string,
  { readOutput }: ProgramReading<Output>,
  report: Report,
): { readonly output: Output } | undefined {
  const read = readOutput(sent, path);
  if (!isProblems(read)) return { output: read };
  for (const { path: at, problem } of read) report(at, problem);
  return undefined;
}

/** `routingOutput` is another name of `connectorSelection`. */
const outputNames = ['connectorSelection', 'routingOutput'] as const;

function readRule<Output>(
  sent: Json,
  path: string,
  reader: ProgramReading<Output>,
  report: Report,
): Rule<Output> | undefined {
  const sentAs = isJsonObject(sent) && Object.hasOwn(sent, 'routingOutput') ? 'routingOutput' : 'connectorSelection';
  if (isJsonObject(sent) && outputNames.every((name) => Object.hasOwn(sent, name)))
    return report(memberOf(path, 'routingOutput'), 'repeats connectorSelection');
  const members = readMembers(sent, path, { required: ['name', sentAs, 'statements'] }, report);
  if (!members) return undefined;
  const name = readText(members.name, memberOf(path, 'name'), limits.nameLength, report);
  const read = readOutputAt(members[sentAs], memberOf(path, sentAs), reader, report);
  const { feature } = reader;
  const statements = readStatements(members.statements, memberOf(path, 'statements'), 1, { feature, report });
  if (name === undefined || !read || !statements) return undefined;
  return { name, ...read, ...(sentAs === 'routingOutput' && { sentAs }), statements };
}

const itemsOf = (operand: Operand): number => {
  if (operand.kind === 'metadata') return 1;
  return operand.kind === 'numbers' ? operand.tests.length : operand.texts.length;
};

const itemsIn = (statements: readonly Statement[]): number =>
  statements.reduce(
    (sum, { condition, nested }) =>
      condition.reduce((inner, { operand }) => inner + itemsOf(operand), sum) + itemsIn(nested ?? []),
    0,
  );

function readRules<Output>(
  sent: Json,
  reader: ProgramReading<Output>,
  report: Report,
): RuleProgram<Output> | undefined {
  const members = readMembers(sent, '', { required: ['defaultSelection', 'rules'], optional: ['metadata'] }, report);
  if (!members) return undefined;
  checkNotes(members.metadata, 'metadata', report);
  const otherwise = readOutputAt(members.defaultSelection, 'defaultSelection', reader, report);
  const rules = readEach(members.rules, 'rules', (rule, path) => readRule(rule, path, reader, report), report);
  if (!otherwise || !rules) return undefined;
  if (rules.reduce((sum, { statements }) => sum + itemsIn(statements), 0) > limits.items)
    return report('rules', `compare with more than ${limits.items} values`);
  return { rules, otherwise: otherwise.output };
}

/**
 * Checks a program and returns the form in which it is compiled; else every problem with its path: what does not have the form of
 * a program, a key or a value that does not exist, a comparison that does not fit its value, and what is beyond the limits.
 */
export function readProgram<Output>(
  sent: Json,
  reader: ProgramReading<Output>,
): RuleProgram<Output> | readonly Problem[] {
  const tooLarge = sizeProblem(sent);
  if (tooLarge !== undefined) return [{ path: '', problem: tooLarge }];
  return reading((report) => readRules(sent, reader, report));
}

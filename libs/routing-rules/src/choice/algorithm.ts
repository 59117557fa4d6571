import type { ActiveAlgorithm, Json, RoutingAlgorithmKind, RoutingFacts } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { compileProgram } from '../program/compile';
import { compiledOnce } from '../program/compiled-once';
import { sizeProblem } from '../program/json-size';
import type { NeededFacts } from '../program/needed-facts';
import { neededFacts, noFacts } from '../program/needed-facts';
import { readProgram } from '../program/read-program';
import { isProblems, itemOf, memberOf } from '../program/report';
import type { Problem, RuleProgram, Ruling } from '../program/rule-program';
import type { Choice, PlacedChoice, Selection } from './selection';
import { choicesOf, compileSelection, readSelection, readSelectionData } from './selection';

/** An algorithm that chooses connector accounts. */
export type Algorithm = Selection | { readonly type: 'advanced'; readonly program: RuleProgram<Selection> };

function readPlain(type: 'single' | 'priority' | 'volume_split', data: Json): Algorithm | readonly Problem[] {
  const tooLarge = sizeProblem(data);
  if (tooLarge !== undefined) return [{ path: '', problem: tooLarge }];
  if (type === 'priority' && Array.isArray(data) && data.length === 0)
    return [{ path: '', problem: 'must be an array with at least one item' }];
  return readSelectionData(type, data, '');
}

/** Checks the data of an algorithm that chooses connector accounts; every problem where there are any. */
export function readAlgorithm({
  type,
  data,
}: {
  readonly type: RoutingAlgorithmKind;
  readonly data: Json;
}): Algorithm | readonly Problem[] {
  switch (type) {
    case 'single':
    case 'priority':
    case 'volume_split':
      return readPlain(type, data);
    case 'advanced': {
      const program = readProgram(data, { feature: 'connector_selection', readOutput: readSelection });
      return isProblems(program) ? program : { type, program };
    }
    case 'dynamic':
    case 'three_ds_decision_rule':
      return [{ path: '', problem: `is of an algorithm ${type}, which names no connector accounts` }];
  }
}

/** Every account that an algorithm names, with its path. */
export function choicesIn(algorithm: Algorithm): readonly PlacedChoice[] {
  if (algorithm.type !== 'advanced') return choicesOf(algorithm, '');
  const { rules, otherwise } = algorithm.program;
  return [
    ...choicesOf(otherwise, 'defaultSelection.data'),
    ...rules.flatMap(({ output, sentAs = 'connectorSelection' }, index) =>
      choicesOf(output, memberOf(memberOf(itemOf('rules', index), sentAs), 'data')),
    ),
  ];
}

/** The accounts to consider for an attempt, and why. */
export interface Ordered {
  /** The rule that fired; null: the algorithm has no rules, or none fired. */
  readonly rule: Ruling<unknown>['rule'];
  /** The attempt's place in a volume split, from 0 to 99; null: no split. */
  readonly draw: number | null;
  /** An account may appear several times, where the merchant named it so. */
  readonly choices: readonly Choice[];
}

export interface CompiledAlgorithm {
  /** The facts that `order` compares. */
  readonly needs: NeededFacts;
  /** The same for the same facts and attempt, in every process and release. */
  readonly order: (facts: RoutingFacts, attemptId: string) => Ordered;
}

export function compileAlgorithm(algorithm: Algorithm): CompiledAlgorithm {
  if (algorithm.type !== 'advanced') {
    const order = compileSelection(algorithm);
    return { needs: noFacts, order: (_, attemptId) => ({ rule: null, ...order(attemptId) }) };
  }
  const { rules, otherwise } = algorithm.program;
  const decide = compileProgram({
    rules: rules.map((rule) => ({ ...rule, output: compileSelection(rule.output) })),
    otherwise: compileSelection(otherwise),
  });
  return {
    needs: neededFacts(algorithm.program),
    order: (facts, attemptId) => {
      const { rule, output } = decide(facts);
      const { draw, choices } = output(attemptId);
      return { rule, draw, choices };
    },
  };
}

/**
 * The compiled form of an algorithm in force.
 * @throws InvariantError where its data has problems: it was checked when it was stored
 */
export const activeAlgorithmOf: (active: ActiveAlgorithm) => CompiledAlgorithm = compiledOnce(
  ({ kind, data, algorithmId }: ActiveAlgorithm) => {
    const algorithm = readAlgorithm({ type: kind, data });
    if (isProblems(algorithm)) throw new InvariantError(`the active algorithm ${algorithmId} is unreadable`);
    return compileAlgorithm(algorithm);
  },
);

import type { Refusal, RoutingAlgorithm } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { Choice, Problem } from '@payorch/routing-rules';
import { choicesIn, isProblems, readAlgorithm, readThreeDsDecision } from '@payorch/routing-rules';

/** Where the data of an algorithm stands in a request. */
const root = 'algorithm.data';
const pathOf = (inside: string): string => (inside === '' || inside.startsWith('[') ? root + inside : `${root}.${inside}`);

const refusalOf = ({ path: inside, problem }: Problem): Refusal => {
  const path = pathOf(inside);
  return refuse('invalid_request', { message: `${path} ${problem}`, path });
};

export interface NamedChoice {
  readonly choice: Choice;
  readonly path: string;
}

/** The accounts that an algorithm names; a refusal with everything that is wrong in its data, by path. */
export function choicesOf(algorithm: RoutingAlgorithm): readonly NamedChoice[] | Refusal {
  const read = algorithm.type === 'three_ds_decision_rule' ? readThreeDsDecision(algorithm.data) : readAlgorithm(algorithm);
  const refused = isProblems(read) ? joinRefusals(read.map(refusalOf)) : undefined;
  if (refused) return refused;
  if (isProblems(read) || 'rules' in read) return [];
  return choicesIn(read).map(({ choice, path }) => ({ choice, path: pathOf(path) }));
}

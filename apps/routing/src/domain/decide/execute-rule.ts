import type { Refusal, ThreeDsDecision, ThreeDsRuleInputs } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { interpretProgram, isProblems, readThreeDsDecision } from '@payorch/routing-rules';
import type { AlgorithmRecord } from '../algorithms/algorithm-record';

/** The decision of a stored 3DS decision rule; a refusal for an algorithm of another kind. */
export function executeRule(
  { algorithm, algorithmFor }: AlgorithmRecord,
  inputs: ThreeDsRuleInputs,
): ThreeDsDecision | Refusal {
  if (algorithm.type !== 'three_ds_decision_rule')
    return refuse('precondition_failed', {
      message: `Cannot use ${algorithmFor}'s routing algorithm for three_ds_authentication operation`,
    });
  const program = readThreeDsDecision(algorithm.data);
  // It was checked when it was stored.
  if (isProblems(program)) throw new InvariantError('a stored 3DS decision rule is unreadable');
  return interpretProgram(program, { values: inputs }).output;
}

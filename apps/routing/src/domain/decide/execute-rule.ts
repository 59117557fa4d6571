import type { Refusal, ThreeDsDecision, ThreeDsRuleInputs } from '@payorch/contracts';
import { isRefusal, refuse, threeDsProgram } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { AlgorithmRecord } from '../algorithm-record';
import { decideThreeDs } from '../three-ds-rules/decide-three-ds';
import { readProgram } from '../three-ds-rules/read-program';

/** The decision of a stored 3DS decision rule; a refusal for an algorithm of another kind. */
export function executeRule(
  { algorithm, algorithmFor }: AlgorithmRecord,
  inputs: ThreeDsRuleInputs,
): ThreeDsDecision | Refusal {
  if (algorithm.type !== 'three_ds_decision_rule')
    return refuse('precondition_failed', {
      message: `Cannot use ${algorithmFor}'s routing algorithm for three_ds_authentication operation`,
    });
  const stored = threeDsProgram.safeParse(algorithm.data);
  const program = stored.success ? readProgram(stored.data) : undefined;
  // It was checked when it was stored.
  if (program === undefined || isRefusal(program)) throw new InvariantError('a stored 3DS decision rule is unreadable');
  return decideThreeDs(program, inputs);
}

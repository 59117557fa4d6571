import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { AlgorithmRecord } from '../algorithms/algorithm-record';
import { type ActivatedFor, refusalOfActivation } from '../algorithms/algorithm-uses';
import { type NameableAccounts, refusalsOfAccounts } from '../algorithms/named-accounts';
import { choicesIn } from '../algorithms/read-algorithm';

/** Why a stored algorithm cannot be activated: it is for another operation, or names accounts that are gone. */
export function refusalToActivate(
  { algorithm, algorithmFor }: AlgorithmRecord,
  operation: ActivatedFor,
  { ofProfile }: Pick<NameableAccounts, 'ofProfile'>,
): Refusal | undefined {
  if (algorithm.type === 'dynamic')
    return refuse('precondition_failed', { message: 'Dynamic routing is enabled by its own toggle' });
  const gone = () => refusalsOfAccounts(choicesIn(algorithm), algorithmFor, { ofProfile, alsoDisabled: true });
  return refusalOfActivation(algorithmFor, operation) ?? joinRefusals(gone());
}

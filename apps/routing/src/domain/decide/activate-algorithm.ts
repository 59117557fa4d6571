import type { Refusal } from '@payorch/contracts';
import { isRefusal, joinRefusals } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import type { AlgorithmRecord } from '../algorithm-record';
import { type ActivatedFor, refusalOfActivation } from '../algorithm-uses';
import { type NameableAccounts, refusalsOfAccounts } from '../named-accounts';
import { choicesOf } from '../read-algorithm';

/** Why a stored algorithm cannot be activated: it is for another operation, or names an account that is gone. */
export function refusalToActivate(
  { algorithm, algorithmFor }: AlgorithmRecord,
  operation: ActivatedFor,
  { ofProfile }: Pick<NameableAccounts, 'ofProfile'>,
): Refusal | undefined {
  const unusable = refusalOfActivation(algorithmFor, operation);
  if (unusable) return unusable;
  const choices = choicesOf(algorithm);
  // It was checked when it was stored.
  if (isRefusal(choices)) throw new InvariantError('a stored algorithm is unreadable');
  return joinRefusals(refusalsOfAccounts(choices, algorithmFor, { ofProfile, alsoDisabled: true }));
}

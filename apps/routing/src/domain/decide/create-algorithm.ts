import type { DataOf, Refusal, routingAlgorithmCreate } from '@payorch/contracts';
import { isRefusal, joinRefusals } from '@payorch/contracts';
import type { AlgorithmRecord } from '../algorithm-record';
import { refusalOfUse } from '../algorithm-uses';
import { type NameableAccounts, refusalsOfAccounts } from '../named-accounts';
import { choicesOf } from '../read-algorithm';

/**
 * The record of a new algorithm; a refusal where its kind is not for `algorithmFor`, where its data is wrong, or where it
 * names an account that cannot take the transaction.
 */
export function createAlgorithm(
  command: DataOf<typeof routingAlgorithmCreate>,
  { now, ofProfile }: Pick<NameableAccounts, 'ofProfile'> & { readonly now: Date },
): AlgorithmRecord | Refusal {
  const { algorithm, algorithmFor } = command;
  const unusable = refusalOfUse(algorithm.type, algorithmFor);
  if (unusable) return unusable;
  const choices = choicesOf(algorithm);
  if (isRefusal(choices)) return choices;
  const unknown = joinRefusals(refusalsOfAccounts(choices, algorithmFor, { ofProfile, alsoDisabled: false }));
  return unknown ?? { ...command, createdAt: now };
}

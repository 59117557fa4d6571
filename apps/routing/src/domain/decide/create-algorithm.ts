import type { DataOf, Refusal, routingAlgorithmCreate } from '@payorch/contracts';
import { joinRefusals } from '@payorch/contracts';
import type { AlgorithmRecord } from '../algorithms/algorithm-record';
import { refusalOfUse } from '../algorithms/algorithm-uses';
import { type NameableAccounts, refusalsOfAccounts } from '../algorithms/named-accounts';
import { choicesIn, refusalOfData } from '../algorithms/read-algorithm';

/**
 * The record of a new algorithm; a refusal where its kind is not for `algorithmFor`, or with everything that is wrong in its
 * data and every account that it names and that cannot take the transaction.
 */
export function createAlgorithm(
  command: DataOf<typeof routingAlgorithmCreate>,
  { now, ofProfile }: Pick<NameableAccounts, 'ofProfile'> & { readonly now: Date },
): AlgorithmRecord | Refusal {
  const { algorithm, algorithmFor } = command;
  const unknown = () => refusalsOfAccounts(choicesIn(algorithm), algorithmFor, { ofProfile, alsoDisabled: false });
  return (
    refusalOfUse(algorithm.type, algorithmFor) ??
    joinRefusals([refusalOfData(algorithm), ...unknown()]) ?? { ...command, createdAt: now }
  );
}

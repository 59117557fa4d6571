import type { DataOf, Refusal, RoutingAlgorithm, routingAlgorithmCreate, TransactionType } from '@payorch/contracts';
import { algorithmUses, joinRefusals, refuse } from '@payorch/contracts';
import { isProblems, pathFrom, readAlgorithm, readThreeDsDecision } from '@payorch/routing-rules';
import type { AlgorithmRecord } from '../algorithm-record';

/** What is wrong with the data of an algorithm: each problem is a refusal with its path. */
function refusalIn({ type, data }: RoutingAlgorithm): Refusal | undefined {
  const read = type === 'three_ds_decision_rule' ? readThreeDsDecision(data) : readAlgorithm({ type, data });
  if (!isProblems(read)) return undefined;
  return joinRefusals(
    read.map((problem) => {
      const path = pathFrom('algorithm.data', problem.path);
      return refuse('invalid_request', { message: `${path} ${problem.problem}`, path });
    }),
  );
}

/** The record of a new algorithm; a refusal where its kind is not for `algorithmFor`, or where its data is wrong. */
export function createAlgorithm(
  command: DataOf<typeof routingAlgorithmCreate>,
  { now }: { readonly now: Date },
): AlgorithmRecord | Refusal {
  const { algorithm, algorithmFor } = command;
  const [usual, ...others] = algorithmUses[algorithm.type];
  const uses: readonly TransactionType[] = [usual, ...others];
  if (!uses.includes(algorithmFor))
    return refuse('precondition_failed', {
      message: `Cannot use ${usual}'s routing algorithm for ${algorithmFor} operation`,
      path: 'transaction_type',
    });
  return refusalIn(algorithm) ?? { ...command, createdAt: now };
}

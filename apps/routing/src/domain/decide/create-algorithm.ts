import type { DataOf, Refusal, RoutingAlgorithm, routingAlgorithmCreate, ServedAlgorithm } from '@payorch/contracts';
import { isRefusal, refuse, servedAlgorithms } from '@payorch/contracts';
import type { AlgorithmRecord } from '../algorithm-record';
import { readProgram } from '../three-ds-rules/read-program';

type DataOfKind<Kind extends ServedAlgorithm> = Extract<RoutingAlgorithm, { type: Kind }>['data'];

const refusalIn = (read: object): Refusal | undefined => (isRefusal(read) ? read : undefined);

/** What is wrong with the data of an algorithm, by its kind. A further kind is a further row. */
const checks: { readonly [Kind in ServedAlgorithm]: (data: DataOfKind<Kind>) => Refusal | undefined } = {
  three_ds_decision_rule: (data) => refusalIn(readProgram(data)),
};

/** The record of a new algorithm; a refusal where its kind is not for `algorithmFor`, or where its data is wrong. */
export function createAlgorithm(
  command: DataOf<typeof routingAlgorithmCreate>,
  { now }: { readonly now: Date },
): AlgorithmRecord | Refusal {
  const { algorithm, algorithmFor } = command;
  const isFor = servedAlgorithms[algorithm.type];
  if (isFor !== algorithmFor)
    return refuse('precondition_failed', {
      message: `Cannot use ${isFor}'s routing algorithm for ${algorithmFor} operation`,
      path: 'transaction_type',
    });
  return checks[algorithm.type](algorithm.data) ?? { ...command, createdAt: now };
}

import type { Refusal, RoutingAlgorithm, ServedAlgorithm, TransactionType } from '@payorch/contracts';
import { isRefusal, isServedAlgorithm, refuse, servedAlgorithms, withOthers } from '@payorch/contracts';
import type { RoutingConfigRequest, StaticRoutingAlgorithm } from '@payorch/rest';
import { BodyError } from '../../errors';
import { readThreeDsProgram } from './read-three-ds-program';

interface Named {
  readonly name: string;
  readonly description: string;
  readonly profileId: string;
}

/** `algorithm`: a refusal where its kind is not served, because the interface checks the profile before. */
export type RoutingRequest = Named &
  ({ readonly algorithm: RoutingAlgorithm; readonly algorithmFor: TransactionType } | { readonly algorithm: Refusal });

/** Reads the data of an algorithm by its kind. A further kind is a further row. */
const readers: { readonly [Kind in ServedAlgorithm]: (data: unknown) => Extract<RoutingAlgorithm, { type: Kind }> } = {
  three_ds_decision_rule: (data) => ({ type: 'three_ds_decision_rule', data: readThreeDsProgram(data) }),
};

/** @throws BodyError where the data does not have the form of its type */
function readAlgorithm({ type, data }: StaticRoutingAlgorithm): RoutingAlgorithm | Refusal {
  if (data === undefined) throw new BodyError('Json deserialize error: missing field `data`');
  if (!isServedAlgorithm(type))
    return refuse('not_implemented', { message: `algorithm ${type} is not implemented`, path: 'algorithm.type' });
  return readers[type](data);
}

const required = ['name', 'description', 'algorithm', 'profile_id'] as const;
type CompleteRequest = RoutingConfigRequest & {
  readonly [Field in (typeof required)[number]]: NonNullable<RoutingConfigRequest[Field]>;
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isComplete = (sent: RoutingConfigRequest): sent is CompleteRequest =>
  !required.some((field) => isAbsent(sent[field]));

/** The refusal of an incomplete request, with all that it lacks. */
const missingIn = (sent: RoutingConfigRequest): Refusal =>
  required
    .filter((field) => isAbsent(sent[field]))
    .map((field) => refuse('missing_param', { field }))
    .reduce((first, other) => withOthers(first, [other]));

/**
 * Reads the request for a new algorithm; a refusal where a field is absent.
 * @throws BodyError where the data of the algorithm does not have the form of its type
 */
export function readRoutingRequest(sent: RoutingConfigRequest): RoutingRequest | Refusal {
  const algorithm = sent.algorithm && readAlgorithm(sent.algorithm);
  if (!isComplete(sent) || !algorithm) return missingIn(sent);
  const { name, description, profile_id: profileId, transaction_type: sentFor } = sent;
  if (isRefusal(algorithm)) return { name, description, profileId, algorithm };
  return { name, description, profileId, algorithm, algorithmFor: sentFor ?? servedAlgorithms[algorithm.type] };
}

import {
  algorithmUses,
  type Json,
  type Refusal,
  type RoutingAlgorithm,
  type TransactionType,
} from '@payorch/contracts';
import { refuse, withOthers } from '@payorch/contracts';
import type { RoutingConfigRequest, StaticRoutingAlgorithm } from '@payorch/rest';
import { BodyError } from '../../errors';

export interface RoutingRequest {
  readonly name: string;
  readonly description: string;
  readonly profileId: string;
  readonly algorithm: RoutingAlgorithm;
  readonly algorithmFor: TransactionType;
}

/**
 * The routing service checks the data by its type, and lists everything that is wrong.
 * @throws BodyError where there is no data
 */
function readAlgorithm({ type, data }: StaticRoutingAlgorithm): RoutingAlgorithm {
  if (data === undefined) throw new BodyError('Json deserialize error: missing field `data`');
  return { type, data: data as Json };
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

const notForPayouts = (sentFor: TransactionType): Refusal =>
  refuse('precondition_failed', {
    message: `Cannot use ${sentFor}'s routing algorithm for payout operation`,
    path: 'transaction_type',
  });

/**
 * Reads the request for a new algorithm; a refusal where a field is absent. Below the path of
 * payouts, every algorithm is for payouts.
 * @throws BodyError where the algorithm has no data
 */
export function readRoutingRequest(
  sent: RoutingConfigRequest,
  operation: 'payment' | 'payout',
): RoutingRequest | Refusal {
  const algorithm = sent.algorithm && readAlgorithm(sent.algorithm);
  if (!isComplete(sent) || !algorithm) return missingIn(sent);
  const { name, description, profile_id: profileId, transaction_type: sentFor } = sent;
  if (operation === 'payout' && sentFor && sentFor !== operation) return notForPayouts(sentFor);
  const usual = operation === 'payout' ? operation : algorithmUses[algorithm.type][0];
  const algorithmFor = sentFor ?? usual;
  return { name, description, profileId, algorithm, algorithmFor };
}

import type { Json, JsonObject } from '@payorch/contracts';
import type { AlgorithmRecord } from '../domain/algorithms/algorithm-record';
import { dynamicTermsJson } from './dynamic-terms.view';

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

/** A record in the form of the interface, without the algorithm. */
export const recordJson = (record: AlgorithmRecord): JsonObject => ({
  id: record.algorithmId,
  profile_id: record.profileId,
  name: record.name,
  kind: record.algorithm.type,
  description: record.description,
  created_at: seconds(record.createdAt),
  // A record never changes.
  modified_at: seconds(record.createdAt),
  algorithm_for: record.algorithmFor,
  decision_engine_routing_id: null,
});

/** Terms of dynamic routing stand bare, as the interface has them. */
const formOf = ({ algorithm }: AlgorithmRecord): Json =>
  algorithm.type === 'dynamic' ? dynamicTermsJson(algorithm.data) : { ...algorithm };

/** The algorithm in the form of the interface. */
export const algorithmJson = (record: AlgorithmRecord): JsonObject => ({
  id: record.algorithmId,
  profile_id: record.profileId,
  name: record.name,
  description: record.description,
  algorithm: formOf(record),
  created_at: seconds(record.createdAt),
  modified_at: seconds(record.createdAt),
  algorithm_for: record.algorithmFor,
});

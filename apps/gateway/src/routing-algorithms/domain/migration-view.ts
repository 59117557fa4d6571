import type { JsonObject, ReadAlgorithms } from '@payorch/contracts';
import type { ProfileId, RoutingAlgorithmId } from '@payorch/kernel';

/** What became of the algorithms of a profile, in the form of the interface. */
export function migrationView(
  profileId: ProfileId,
  algorithms: ReadAlgorithms['algorithms'],
  inForce: ReadonlySet<RoutingAlgorithmId>,
): JsonObject {
  const about = (algorithmId: RoutingAlgorithmId) => ({ profile_id: profileId, algorithm_id: algorithmId });
  return {
    profile_id: profileId,
    success: algorithms.flatMap(({ algorithmId, error }) =>
      error === null
        ? {
            ...about(algorithmId),
            // One engine decides: it has no id of its own for an algorithm.
            decision_engine_algorithm_id: algorithmId,
            is_active_rule: inForce.has(algorithmId),
          }
        : [],
    ),
    errors: algorithms.flatMap(({ algorithmId, error }) => (error === null ? [] : { ...about(algorithmId), error })),
  };
}

import { type Refusal, refuse, type TransactionType } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import type { ActivatedAlgorithm, RoutingState } from '../../accounts';

/** What the paths of the interface route: payments, or payouts below `/routing/payouts`. */
export type Operation = 'payment' | 'payout';

/** The algorithm in force for a use. */
export const activeFor = (state: RoutingState, use: TransactionType): ActivatedAlgorithm | null =>
  use === 'three_ds_authentication' ? state.threeDsRule : state[use].active;

/** The algorithms in force for any use. The terms of a feature that is switched off are not. */
export function idsInForce({ payment, payout, threeDsRule, dynamic }: RoutingState): ReadonlySet<RoutingAlgorithmId> {
  const features = [dynamic?.successBased, dynamic?.elimination, dynamic?.contract].filter(
    (config) => config?.feature !== 'none',
  );
  const inForce = [payment.active, payout.active, threeDsRule, ...features];
  return new Set(inForce.flatMap((one) => one?.algorithmId ?? []));
}

const withActive = (state: RoutingState, use: TransactionType, active: ActivatedAlgorithm | null): RoutingState =>
  use === 'three_ds_authentication'
    ? { ...state, threeDsRule: active }
    : { ...state, [use]: { ...state[use], active } };

/** The state with the algorithm in force, in place of the one before. */
export function activated(
  state: RoutingState,
  use: TransactionType,
  algorithm: ActivatedAlgorithm,
): RoutingState | Refusal {
  const isActive = activeFor(state, use)?.algorithmId === algorithm.algorithmId;
  return isActive
    ? refuse('precondition_failed', { message: 'Algorithm is already active' })
    : withActive(state, use, algorithm);
}

/** The state without an algorithm for a use. */
export function deactivated(state: RoutingState, use: TransactionType): RoutingState | Refusal {
  return activeFor(state, use) === null
    ? refuse('precondition_failed', { message: 'Algorithm is already inactive' })
    : withActive(state, use, null);
}

import {
  algorithmUses,
  type Refusal,
  refuse,
  type RoutingAlgorithmKind,
  type TransactionType,
} from '@payorch/contracts';

/** What an algorithm is activated for. */
export type ActivatedFor = 'payment' | 'payout';

const cannotUse = (one: string, other: string, path?: string): Refusal =>
  refuse('precondition_failed', {
    message: `Cannot use ${one}'s routing algorithm for ${other} operation`,
    ...(path !== undefined && { path }),
  });

/** The refusal of an algorithm that is for something its kind cannot do. */
export function refusalOfUse(kind: RoutingAlgorithmKind, algorithmFor: TransactionType): Refusal | undefined {
  const [usual, ...others] = algorithmUses[kind];
  const isFor: readonly TransactionType[] = [usual, ...others];
  return isFor.includes(algorithmFor) ? undefined : cannotUse(usual, algorithmFor, 'transaction_type');
}

/** Payments use the algorithms that choose their accounts and the rules that decide about their authentication. */
const usedBy = {
  payment: ['payment', 'three_ds_authentication'],
  payout: ['payout'],
} as const satisfies Record<ActivatedFor, readonly TransactionType[]>;

/** The refusal of an activation for another operation than the algorithm is for. */
export function refusalOfActivation(algorithmFor: TransactionType, operation: ActivatedFor): Refusal | undefined {
  const uses: readonly TransactionType[] = usedBy[operation];
  return uses.includes(algorithmFor) ? undefined : cannotUse(algorithmFor, operation);
}

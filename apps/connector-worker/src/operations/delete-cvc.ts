import type { Outcome } from '@payorch/contracts';
import type { CvcVault } from '@payorch/platform/sealing';
import { retainsCvc } from '../domain/decide/cvc-retention';
import type { Operation } from '../domain/operation';

export interface OperationOutcome {
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** Whether the call may be sent again while its outcome is unknown. */
  readonly mayBeSentAgain?: boolean;
}

/** Deletes the CVC of an operation that no longer needs it. The deletion is not awaited: a CVC expires in any case. */
export function deleteCvc(
  vault: Pick<CvcVault, 'delete'>,
  { operation: { cvcReference, fallbacks }, outcome, mayBeSentAgain = true }: OperationOutcome,
): void {
  if (cvcReference === null || retainsCvc(outcome, { fallbacks: fallbacks ?? [], mayBeSentAgain })) return;
  void vault.delete(cvcReference);
}

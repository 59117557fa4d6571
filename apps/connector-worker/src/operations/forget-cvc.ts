import type { Outcome } from '@payorch/contracts';
import type { CvcVault } from '@payorch/platform/sealing';
import { keepsCvc } from '../domain/decide/keep-cvc';
import type { Operation } from '../domain/operation';

export interface Told {
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** Whether the call may be sent again for as long as nobody knows its outcome. */
  readonly mayBeSentAgain?: boolean;
}

/** Lets the CVC of an operation go that nobody can need any more. Nobody waits for it: its time to live stands behind it. */
export function forgetCvc(
  vault: Pick<CvcVault, 'forget'>,
  { operation: { cvcReference, fallbacks }, outcome, mayBeSentAgain = true }: Told,
): void {
  if (cvcReference === null || keepsCvc(outcome, { fallbacks: fallbacks ?? [], mayBeSentAgain })) return;
  void vault.forget(cvcReference);
}

import { createHash } from 'node:crypto';
import type { RewrappedSeal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { describeSeal, SealError } from '@payorch/platform/sealing';

/** A seal for the current key that is to take the place of the one with this digest. */
export interface NewSeal {
  readonly place: string;
  readonly merchantId: MerchantId;
  readonly objectId: string;
  readonly was: string;
  readonly sealed: string;
}

export const digestOf = (sealed: string): string => createHash('sha256').update(sealed).digest('hex');

/** The answers that bring a new seal. */
export const newSealsIn = (answers: readonly RewrappedSeal[]): NewSeal[] =>
  answers.flatMap(({ outcome, ...position }) =>
    outcome.kind === 'sealed' ? [{ ...position, sealed: outcome.sealed }] : [],
  );

/**
 * Whether a new seal may take the place of what is stored: that is still the one which was sent, and the new one is for the
 * current key and bound to the very same object, merchant and purpose. So nothing that comes on the topic can put the seal
 * of one card in the place of another, or bring an older key back.
 */
export function maySucceed(stored: string | null | undefined, { was, sealed }: NewSeal, currentKid: string): boolean {
  if (!stored || digestOf(stored) !== was) return false;
  try {
    const [before, after] = [describeSeal(stored), describeSeal(sealed)];
    const isSameObject = before.reference === after.reference && before.merchantId === after.merchantId;
    return isSameObject && before.purpose === after.purpose && after.kid === currentKid;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

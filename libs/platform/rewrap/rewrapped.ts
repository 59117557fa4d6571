import { createHash } from 'node:crypto';
import type { RewrappedSeal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { describeSeal, SealError } from '@payorch/platform/sealing';

/** A seal for the current key that replaces the stored seal with this digest. */
export interface NewSeal {
  readonly place: string;
  readonly merchantId: MerchantId;
  readonly objectId: string;
  readonly was: string;
  readonly sealed: string;
}

export const digestOf = (sealed: string): string => createHash('sha256').update(sealed).digest('hex');

/** The results that contain a new seal. */
export const newSealsIn = (answers: readonly RewrappedSeal[]): NewSeal[] =>
  answers.flatMap(({ outcome, ...position }) =>
    outcome.kind === 'sealed' ? [{ ...position, sealed: outcome.sealed }] : [],
  );

/**
 * Whether a new seal may replace the stored one: the stored seal is still the one that was sent, and the new one is for
 * the current key and bound to the same object, merchant and purpose. So no message on the topic can exchange the seals
 * of two cards or restore an older key.
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

import type { RewrapFault, RewrappedSeal, SealOwner, SealToRewrap } from '@payorch/contracts';
import { digestOf } from '@payorch/platform/rewrap';
import { open, seal, SealError, type CurrentPrivateKeys } from '@payorch/platform/sealing';
import { purposesOf } from './purposes';

/**
 * Re-seals for the current key a value that was sealed for an older one. The new seal has the header of the old seal, which
 * must be the header that the owner expects: the new seal opens only where the old one did.
 */
export class Rewrapper {
  constructor(private readonly ring: Pick<CurrentPrivateKeys, 'keys' | 'current'>) {}

  rewrap(owner: SealOwner, seals: readonly SealToRewrap[]): RewrappedSeal[] {
    return seals.map((one) => {
      const { place, merchantId, objectId, sealed } = one;
      return { place, merchantId, objectId, was: digestOf(sealed), outcome: this.outcomeOf(owner, one) };
    });
  }

  private outcomeOf(owner: SealOwner, one: SealToRewrap): RewrappedSeal['outcome'] {
    const { merchantId, reference, purpose, sealed } = one;
    if (!purposesOf[owner].includes(purpose)) return failed('wrong_header');
    const header = { reference, merchantId, purpose };
    try {
      const text = open(sealed, this.ring.keys, header);
      return { kind: 'sealed', sealed: seal(text, { publicKey: this.ring.current, header }) };
    } catch (error) {
      if (error instanceof SealError) return failed(error.fault);
      throw error;
    }
  }
}

const failed = (fault: RewrapFault) => ({ kind: 'failed', fault }) as const;

import type { SealedCard } from '@payorch/contracts';
import type { Card } from '@payorch/connector-kit';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { CvcVault, PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import type { NotSentReason } from '../domain/outcomes';
import { purposes } from './purposes';

/** A card opened for one call. `putBack` returns the CVC to where it waited, with the time that was left. */
export interface OpenedCard {
  readonly card: Card;
  putBack(): Promise<void>;
}

export type CardOpening =
  | { readonly kind: 'opened'; readonly opened: OpenedCard }
  | { readonly kind: 'failed'; readonly reason: Extract<NotSentReason, 'CVC_LOST' | 'CARD_UNREADABLE'> };

const nothingToPutBack = (): Promise<void> => Promise.resolve();

/** Opens a card around a call: the number with the workers' key, the CVC from where it waits, read once. */
export class CardOpener {
  constructor(
    private readonly keys: PrivateKeys,
    private readonly vault: Pick<CvcVault, 'take' | 'putBack'>,
  ) {}

  async open(sealed: SealedCard, merchantId: MerchantId): Promise<CardOpening> {
    try {
      const number = this.text(sealed.sealedNumber, sealed, merchantId, purposes.cardNumber);
      if (sealed.cvc === 'absent')
        return { kind: 'opened', opened: { card: cardOf(sealed, number, null), putBack: nothingToPutBack } };
      const taken = await this.vault.take(sealed.reference);
      if (taken.kind === 'lost') return { kind: 'failed', reason: 'CVC_LOST' };
      const cvc = this.text(taken.sealedCvc, sealed, merchantId, purposes.cardCvc);
      const takenAt = performance.now();
      const putBack = async (): Promise<void> => {
        const remainingMs = taken.remainingMs - (performance.now() - takenAt);
        await this.vault.putBack(sealed.reference, taken.sealedCvc, remainingMs);
      };
      return { kind: 'opened', opened: { card: cardOf(sealed, number, cvc), putBack } };
    } catch (error) {
      if (error instanceof SealError) return { kind: 'failed', reason: 'CARD_UNREADABLE' };
      throw error;
    }
  }

  private text(seal: string, { reference }: SealedCard, merchantId: MerchantId, purpose: string): Secret {
    return new Secret(open(seal, this.keys, { reference, merchantId, purpose }));
  }
}

const cardOf = (sealed: SealedCard, number: Secret, cvc: Secret | null): Card => ({
  number,
  cvc,
  expiryMonth: sealed.expiryMonth,
  expiryYear: sealed.expiryYear,
  holderName: sealed.holderName,
  network: sealed.network,
});

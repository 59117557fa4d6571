import { cvcReferenceOf, type SealedCard } from '@payorch/contracts';
import type { Card } from '@payorch/connector-kit';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { CvcVault, PrivateKeys } from '@payorch/platform/sealing';
import { open, SealError } from '@payorch/platform/sealing';
import type { NotSentReason } from '../domain/outcomes';
import { purposes } from './purposes';

export type CardOpening =
  | { readonly kind: 'opened'; readonly card: Card }
  | { readonly kind: 'failed'; readonly reason: Extract<NotSentReason, 'CVC_LOST' | 'CARD_UNREADABLE'> };

/**
 * Opens a card for one call: the number with the workers' key, the CVC from the vault. The CVC stays in the vault: the same
 * call may have to be sent again.
 */
export class CardOpener {
  constructor(
    private readonly keys: PrivateKeys,
    private readonly vault: Pick<CvcVault, 'read'>,
  ) {}

  async open(sealed: SealedCard, merchantId: MerchantId): Promise<CardOpening> {
    try {
      const number = this.text(sealed.sealedNumber, sealed, merchantId, purposes.cardNumber);
      const reference = cvcReferenceOf(sealed);
      if (reference === null) return { kind: 'opened', card: cardOf(sealed, number, null) };
      const reading = await this.vault.read(reference);
      if (reading.kind === 'lost') return { kind: 'failed', reason: 'CVC_LOST' };
      const cvc = this.text(reading.sealedCvc, { reference }, merchantId, purposes.cardCvc);
      return { kind: 'opened', card: cardOf(sealed, number, cvc) };
    } catch (error) {
      if (error instanceof SealError) return { kind: 'failed', reason: 'CARD_UNREADABLE' };
      throw error;
    }
  }

  private text(
    seal: string,
    { reference }: Pick<SealedCard, 'reference'>,
    merchantId: MerchantId,
    purpose: string,
  ): Secret {
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

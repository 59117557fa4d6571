import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject, PayoutDestination, SealedCard } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { CardSealer } from '../sealing';
import type { OpenAccount, OpenDestination } from './destinations/open-destination';

const shownCard = (card: SealedCard): JsonObject => ({
  card_issuer: card.facts?.issuer ?? null,
  card_network: card.network,
  card_type: card.facts?.type ?? null,
  card_issuing_country: card.facts?.issuingCountry ?? null,
  bank_code: null,
  last4: card.last4,
  card_isin: card.bin,
  card_extended_bin: card.extendedBin,
  card_exp_month: card.expiryMonth,
  card_exp_year: card.expiryYear,
  card_holder_name: card.holderName,
});

/** Seals where a payout goes: after this no service but a connector worker can read the account. */
@Injectable()
export class PayoutDestinations {
  constructor(
    @Inject(CardSealer) private readonly sealer: Pick<CardSealer, 'seal' | 'sealData' | 'fingerprintOfToken'>,
  ) {}

  async seal(open: OpenDestination, merchantId: MerchantId): Promise<PayoutDestination> {
    if (open.type === 'card') {
      const sealed = await this.sealer.seal(open.card, merchantId);
      return cardDestination({ ...sealed, network: sealed.network ?? open.network });
    }
    return sealedAccount(open, this.sealer, merchantId);
  }
}

/** A bank account or a wallet as a destination: only a connector worker opens it. */
export const sealedAccount = (
  { type, data, identity, shown }: OpenAccount,
  sealer: Pick<CardSealer, 'sealData' | 'fingerprintOfToken'>,
  merchantId: MerchantId,
) => ({
  type,
  methodType: data.kind,
  card: null,
  sealed: sealer.sealData({ ...data }, merchantId),
  shown: { [type]: shown },
  fingerprint: sealer.fingerprintOfToken(identity, data.kind, merchantId),
});

/** A card as a destination. Where nothing is known of it, it counts as a credit card. */
export const cardDestination = (card: SealedCard): PayoutDestination => ({
  type: 'card',
  methodType: card.facts?.type?.toLowerCase() === 'debit' ? 'debit' : 'credit',
  card,
  sealed: null,
  shown: { card: shownCard(card) },
  fingerprint: card.fingerprint,
});

import { refuse, type JsonObject, type SealedCard, type SealedData } from '@payorch/contracts';
import type { CardReference, MerchantId, Secret } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { CvcVault, PublicKey } from '@payorch/platform/sealing';
import { fingerprintOf, seal } from '@payorch/platform/sealing';
import { withoutBlanks } from '@payorch/rest';
import type { CardFacts } from '../cards/card-facts';
import { RefusalError } from '../edge';
import { cardNetworkOf } from './card-network';

/** A card as the wire brings it, checked. */
export interface PlainCard {
  readonly card_number: string;
  readonly card_exp_month: string;
  readonly card_exp_year: string;
  readonly card_holder_name?: string | null;
  readonly card_cvc?: string | null;
}

export interface CardSealerOptions {
  /** The connector workers' key: only they can open the number again. */
  readonly sealingKey: PublicKey;
  readonly fingerprintKey: Secret;
  readonly vault: Pick<CvcVault, 'store'>;
  readonly facts: Pick<CardFacts, 'of'>;
}

/** Eight digits are only told of cards long enough to keep three or more hidden between them and the last four. */
const extendedBinFrom = 15;

/** Six digits, and fewer of a number so short that with the last four little would stay hidden. */
const binOf = (number: string): string => number.slice(0, number.length >= 13 ? 6 : Math.max(0, number.length - 8));

/**
 * Takes what is paid with out of a request: from here on a card's number is sealed, its CVC waits where nothing is written
 * down, and the data of any other method is sealed whole.
 */
export class CardSealer {
  constructor(private readonly options: CardSealerOptions) {}

  /**
   * A CVC that Redis cannot take now is no reason to fail a payment: the request is refused before anything exists, and
   * the same one succeeds once Redis is back (M14).
   * @throws RefusalError where Redis is away
   */
  async seal(card: PlainCard, merchantId: MerchantId): Promise<SealedCard> {
    const { sealingKey, fingerprintKey, vault, facts } = this.options;
    const number = withoutBlanks(card.card_number);
    const reference = newId<CardReference>('card');
    const sealed = (text: string, purpose: string) =>
      seal(text, { publicKey: sealingKey, header: { reference, merchantId, purpose } });
    const cvc = card.card_cvc ?? '';
    const storing = cvc === '' ? undefined : vault.store(reference, sealed(cvc, 'card_cvc'));
    const lookup = facts.of(number);
    const sealedNumber = sealed(number, 'card_number'); // while Redis answers
    if ((await storing) === 'lost') throw new RefusalError(refuse('cvc_store_away'));
    const cardFacts = await lookup;
    return {
      reference,
      sealedNumber,
      bin: binOf(number),
      extendedBin: number.length >= extendedBinFrom ? number.slice(0, 8) : null,
      last4: number.slice(-4),
      network: cardFacts?.network ?? cardNetworkOf(number),
      facts: cardFacts,
      fingerprint: fingerprintOf(number, merchantId, fingerprintKey),
      expiryMonth: card.card_exp_month,
      expiryYear: card.card_exp_year,
      holderName: card.card_holder_name ?? null,
      cvc: cvc === '' ? 'absent' : 'held',
    };
  }

  /** The data of a method that is no card: `{"wallet": {…}}`. */
  sealData(data: JsonObject, merchantId: MerchantId): SealedData {
    const reference = newId<CardReference>('data');
    const header = { reference, merchantId, purpose: 'payment_method_data' };
    return { reference, sealed: seal(JSON.stringify(data), { publicKey: this.options.sealingKey, header }) };
  }
}

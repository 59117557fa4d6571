import {
  refuse,
  type CardToJudge,
  type JsonObject,
  type RecipientCard,
  type ReferencedCard,
  type SealedCard,
  type SealedData,
  type ShownRecipient,
} from '@payorch/contracts';
import type { CardReference, MerchantId, Secret } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { CvcVault, PublicKey } from '@payorch/platform/sealing';
import { fingerprintOf, seal } from '@payorch/platform/sealing';
import { withoutBlanks } from '@payorch/rest';
import type { CardFacts } from '../cards';
import { RefusalError } from '../errors';
import { cardNetworkOf } from './domain/card-network';

/** A card with checked fields, with the interface's field names. */
export interface PlainCard {
  readonly card_number: string;
  readonly card_exp_month: string;
  readonly card_exp_year: string;
  readonly card_holder_name?: string | null;
  readonly card_cvc?: string | null;
}

/** What is known of a card without its number. */
export type MaskedCard = Pick<
  ReferencedCard,
  'bin' | 'extendedBin' | 'last4' | 'network' | 'expiryMonth' | 'expiryYear' | 'holderName'
>;

export interface CardSealerOptions {
  /** The connector workers' key: only they can open the card number. */
  readonly sealingKey: PublicKey;
  readonly fingerprintKey: Secret;
  readonly vault: Pick<CvcVault, 'store'>;
  readonly facts: Pick<CardFacts, 'of'>;
}

/** The eight-digit BIN is shown only if at least three digits stay hidden between it and the last four. */
const extendedBinFrom = 15;

/** Six digits, or fewer for a number so short that the BIN and the last four would show most of it. */
const binOf = (number: string): string => number.slice(0, number.length >= 13 ? 6 : Math.max(0, number.length - 8));

/**
 * Seals the payment method data of a request: the card number is sealed, the CVC waits in memory only, and the data of
 * any other payment method is sealed whole.
 */
export class CardSealer {
  constructor(private readonly options: CardSealerOptions) {}

  /**
   * Redis must store the CVC before anything else exists: while Redis is away the request is refused, and the same
   * request succeeds later (M14).
   * @throws RefusalError where Redis is away
   */
  async seal(card: PlainCard, merchantId: MerchantId): Promise<SealedCard> {
    const { sealingKey, vault } = this.options;
    const number = withoutBlanks(card.card_number);
    const reference = newId<CardReference>('card');
    const sealed = (text: string, purpose: string) =>
      seal(text, { publicKey: sealingKey, header: { reference, merchantId, purpose } });
    const cvc = card.card_cvc ?? '';
    const storing = cvc === '' ? undefined : vault.store(reference, sealed(cvc, 'card_cvc'));
    const judged = this.judged(number, merchantId);
    const sealedNumber = sealed(number, 'card_number'); // Redis stores the CVC meanwhile
    if ((await storing) === 'lost') throw new RefusalError(refuse('cvc_store_unavailable'));
    const shown = await judged;
    return {
      reference,
      sealedNumber,
      ...shown,
      last4: number.slice(-4),
      expiryMonth: card.card_exp_month,
      expiryYear: card.card_exp_year,
      holderName: card.card_holder_name ?? null,
      cvc: cvc === '' ? 'absent' : 'stored',
    };
  }

  /** What blocklists and the rules of a profile read of a card number, without its blanks or with them. */
  async judged(cardNumber: string, merchantId: MerchantId): Promise<CardToJudge & Pick<SealedCard, 'network'>> {
    const { facts, fingerprintKey } = this.options;
    const number = withoutBlanks(cardNumber);
    const known = await facts.of(number);
    return {
      bin: binOf(number),
      extendedBin: number.length >= extendedBinFrom ? number.slice(0, 8) : null,
      network: known?.network ?? cardNetworkOf(number),
      facts: known,
      fingerprint: fingerprintOf(number, merchantId, fingerprintKey),
    };
  }

  /**
   * The CVC that a request sends for a saved card, under a reference of its own: several payments may charge the card at once.
   * @throws RefusalError where Redis is away
   */
  async sealCvc(cvc: string, merchantId: MerchantId): Promise<CardReference> {
    const reference = newId<CardReference>('card');
    const header = { reference, merchantId, purpose: 'card_cvc' };
    const stored = await this.options.vault.store(reference, seal(cvc, { publicKey: this.options.sealingKey, header }));
    if (stored === 'lost') throw new RefusalError(refuse('cvc_store_unavailable'));
    return reference;
  }

  /** The keyed hash of a decrypted wallet token: no card and no other wallet has the same one. */
  fingerprintOfToken(number: string, wallet: string, merchantId: MerchantId): string {
    return fingerprintOf(`${wallet}\0${withoutBlanks(number)}`, merchantId, this.options.fingerprintKey);
  }

  /** The keyed hash of a processor's reference at a connector account, for a payment method without a number: no number has the same one. */
  fingerprintOfReference(account: string, reference: string, merchantId: MerchantId): string {
    return fingerprintOf(`${account}\0${reference}`, merchantId, this.options.fingerprintKey);
  }

  /** A card whose number only a processor has; `fingerprint` is that of the processor's reference. */
  async withoutNumber(card: MaskedCard, fingerprint: string): Promise<ReferencedCard> {
    const { network, ...shown } = card;
    const facts = await this.options.facts.of(card.extendedBin ?? card.bin);
    return {
      ...shown,
      fingerprint,
      facts,
      cvc: 'absent',
      network: facts?.network ?? network ?? cardNetworkOf(card.bin),
      reference: newId<CardReference>('card'),
    };
  }

  /** A card that receives money: sealed as a whole, since nothing here reads its number or its holder again. */
  sealRecipient(
    card: PlainCard,
    merchantId: MerchantId,
  ): { readonly recipient: ShownRecipient; readonly sealedRecipient: SealedData } {
    const number = withoutBlanks(card.card_number);
    const bin = binOf(number);
    const { card_exp_month: expiryMonth, card_exp_year: expiryYear, card_holder_name: holderName = null } = card;
    const whole: RecipientCard = { number, expiryMonth, expiryYear, holderName };
    return {
      recipient: {
        maskedNumber: `${bin}${'*'.repeat(number.length - bin.length - 4)}${number.slice(-4)}`,
        expiryMonth,
        expiryYear,
      },
      sealedRecipient: this.sealData({ ...whole }, merchantId),
    };
  }

  /** The data of a payment method other than card: `{"wallet": {…}}`. */
  sealData(data: JsonObject, merchantId: MerchantId): SealedData {
    const reference = newId<CardReference>('data');
    const header = { reference, merchantId, purpose: 'payment_method_data' };
    return { reference, sealed: seal(JSON.stringify(data), { publicKey: this.options.sealingKey, header }) };
  }
}

import type {
  AuthenticationProof,
  JsonObject,
  NetworkToken,
  PaymentMethodData,
  PayoutAccount,
  SealedCard,
  SealedData,
  WalletToken,
} from '@payorch/contracts';

/** A card as it is stored; without its sealed number once its customer was deleted. */
export type StoredCard = Omit<SealedCard, 'sealedNumber'> & { readonly sealedNumber: string | null };

/** A network token as it is stored: without its seal, and with an empty expiry, until the token service has made it. */
export type StoredToken = Omit<NetworkToken, 'sealed'> & { readonly sealed: string | null };

/** The customer's payment method for this attempt. Its secrets are sealed: this service cannot read them. */
export interface Method {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly card: StoredCard | null;
  /** The data of a payment method that is no card. */
  readonly sealedData: SealedData | null;
  /** `payment_method_data` without the card, as the wire shows it. */
  readonly paymentMethodData: JsonObject | null;
  /** Whether the card in a wallet is a credit or a debit card, where the wallet says so. */
  readonly walletCardType?: string;
  /** Present where the sealed data is a decrypted wallet token that was saved: it may be charged again, unlike a wallet's payload. */
  readonly walletToken?: WalletToken;
  /** Present where the sealed data is the destination of payouts: nothing can be charged with it. */
  readonly payoutAccount?: PayoutAccount;
  /** Present where a network token of the saved card was requested. */
  readonly networkToken?: StoredToken;
  /** `digestOf` the processor's id of the order that the data names; absent for data without an order. */
  readonly orderDigest?: string;
  /** The proof of an authentication of this card by the merchant's own 3DS server. */
  readonly authentication?: AuthenticationProof;
  /** The customer's saved payment method with this data; absent where the customer has none. */
  readonly savedAs?: SavedAs;
}

export interface SavedAs {
  readonly paymentMethodId: string;
  /** Whether the customer chose the saved payment method; false where the customer sent the same card again. */
  readonly isChosen: boolean;
  /** A processor has the data too: a payment for later charges without the customer needs no CVC. */
  readonly isAtProcessor?: true;
}

/** The payment method with its data; what it had before is replaced as a whole. */
export const withData = (
  { paymentMethod, paymentMethodType }: Pick<Method, 'paymentMethod' | 'paymentMethodType'>,
  data: PaymentMethodData | null,
): Method => ({
  paymentMethod,
  paymentMethodType,
  card: data?.kind === 'card' ? data.card : null,
  sealedData: data?.kind === 'other' ? data.data : null,
  paymentMethodData: data?.kind === 'other' ? data.shown : null,
  ...(data?.kind === 'other' && data.walletToken && { walletToken: data.walletToken }),
  ...(data?.kind === 'other' && data.payoutAccount && { payoutAccount: data.payoutAccount }),
});

/** The keyed hash of the number of a card, a wallet token or an account for payouts; null where the method has none. */
export const fingerprintOf = ({ card, walletToken, payoutAccount }: Method): string | null =>
  (card ?? walletToken ?? payoutAccount)?.fingerprint ?? null;

/** Whether the method can be charged; a reward needs no data, and an account for payouts only takes money. */
export const canPay = ({ card, sealedData, payoutAccount, paymentMethod }: Method): boolean =>
  (card !== null && card.sealedNumber !== null) ||
  (sealedData !== null && payoutAccount === undefined) ||
  paymentMethod === 'reward';

/** The card as a worker takes it; null where there is none, or its number is erased. */
export const chargeable = (card: StoredCard | null): SealedCard | null =>
  card && card.sealedNumber !== null ? { ...card, sealedNumber: card.sealedNumber } : null;

/** The network token as a worker takes it; null where there is none, or its number is erased. */
export const chargeableToken = ({ networkToken }: Pick<Method, 'networkToken'>): NetworkToken | null =>
  networkToken && networkToken.sealed !== null ? { ...networkToken, sealed: networkToken.sealed } : null;

/** New data of a saved payment method. The network token of the same card number stays. */
export const withTokenOf = (known: Method | undefined, method: Method): Method =>
  known?.networkToken && fingerprintOf(known) === fingerprintOf(method)
    ? { ...method, networkToken: known.networkToken }
    : method;

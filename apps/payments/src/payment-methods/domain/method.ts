import type { JsonObject, SealedCard, SealedData } from '@payorch/contracts';

/** The customer's payment method for this attempt. Its secrets are sealed: this service cannot read them. */
export interface Method {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly card: SealedCard | null;
  /** The data of a payment method that is no card. */
  readonly sealedData: SealedData | null;
  /** `payment_method_data` without the card, as the wire shows it. */
  readonly paymentMethodData: JsonObject | null;
  /** The customer's saved payment method with this data; absent where the customer has none. */
  readonly savedAs?: SavedAs;
}

export interface SavedAs {
  readonly paymentMethodId: string;
  /** Whether the customer chose the saved payment method; false where the customer sent the same card again. */
  readonly isChosen: boolean;
}

/** Whether the method can be charged; a reward needs no data. */
export const canPay = ({ card, sealedData, paymentMethod }: Method): boolean =>
  card !== null || sealedData !== null || paymentMethod === 'reward';

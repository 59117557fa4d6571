import type { JsonObject, PaymentFields, PayoutAccount, SealedCard, WalletToken } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { PaymentTokens } from '../../../payment-methods/domain/payment-tokens';
import { acceptanceIn, paymentTokenIn } from '../../domain/terms/terms';
import type { NamedByCard, NamedByToken } from '../../../payment-methods/persistence/named-payment-methods';

/** A message that may name a saved payment method by a token, or by the same card. */
export interface NamingPaymentMethod {
  readonly merchantId: MerchantId;
  readonly paymentId?: string;
  readonly paymentMethodId?: string;
  readonly fields?: Partial<Pick<PaymentFields, 'card' | 'mandateTerms' | 'setupFutureUsage'>> & {
    readonly customerId?: CustomerId | null;
    readonly details?: JsonObject;
  };
  /** The data that a payment method awaits. */
  readonly data?: {
    readonly card?: SealedCard;
    readonly walletToken?: WalletToken;
    readonly payoutAccount?: PayoutAccount;
  } | null;
}

const namedBy = ({ merchantId, paymentId, paymentMethodId, fields }: NamingPaymentMethod) => ({
  merchantId,
  paymentId: paymentId ?? null,
  paymentMethodId: paymentMethodId ?? null,
  customerId: fields?.customerId ?? null,
});

/** Tokens of saved payment methods. The token of a payment's own data has the same form, but no time that could be meant. */
export const tokensNamedIn = (
  naming: readonly NamingPaymentMethod[],
  tokens: PaymentTokens,
  now: Date,
): NamedByToken[] =>
  naming.flatMap((message) => {
    const token = paymentTokenIn(message.fields?.details);
    return tokens.isLive(token, now) ? [{ ...namedBy(message), token }] : [];
  });

/** Whether the message shows the customer's consent to saving the card: other cards are not looked up. */
const isSaving = ({ fields }: NamingPaymentMethod): boolean =>
  [fields?.setupFutureUsage, fields?.mandateTerms, acceptanceIn(fields?.details)].some(
    (value) => value !== null && value !== undefined,
  );

/** Cards, wallet tokens and accounts for payouts that the customer may have saved before. */
export const cardsNamedIn = (naming: readonly NamingPaymentMethod[]): NamedByCard[] =>
  naming.flatMap((message) => {
    const sent = message.data?.card ?? message.data?.walletToken ?? message.data?.payoutAccount;
    const named = sent ?? (isSaving(message) ? message.fields?.card : undefined);
    return named ? [{ ...namedBy(message), fingerprint: named.fingerprint }] : [];
  });

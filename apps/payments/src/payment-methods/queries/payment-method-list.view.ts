import type { Json, JsonObject } from '@payorch/contracts';
import { isAtProcessor, type SavedPaymentMethod } from '../domain/payment-method';
import { cardView } from './card.view';
import { sdkMethodData } from './sdk-method-data';

/** What a list shows besides the payment methods themselves. */
export interface ListContext {
  /** A new token of the payment method. */
  readonly tokenOf: (saved: SavedPaymentMethod) => string;
  /** Whether an enabled account can charge it without the customer. */
  readonly isRecurring: (saved: SavedPaymentMethod) => boolean;
  /** Whether the merchant asks for a CVC at every charge with the customer. */
  readonly asksForCvc: boolean;
  /** Whether the payment is for later charges without the customer; they need no CVC where the processor saved the data. */
  readonly isOffSession: boolean;
  /** Null: the list belongs to no payment. */
  readonly isGuest: boolean | null;
  /** What the merchant's rules add for it to the payment; absent: the list belongs to no payment. */
  readonly surchargeOf?: (saved: SavedPaymentMethod) => JsonObject | null;
  /** For a client SDK, which draws wallets and bank debits too. */
  readonly showsData?: boolean | undefined;
}

/**
 * The list in the form of the interface. Entries that can be charged neither with a CVC nor without the customer are left
 * out; so are accounts for payouts in the list of a payment.
 */
export function paymentMethodListView(saved: readonly SavedPaymentMethod[], context: ListContext): Buffer {
  const entries = saved.flatMap((one) => {
    if (one.method.payoutAccount) return context.isGuest === null ? [entryOf(one, false, false, context)] : [];
    const isRecurring = context.isRecurring(one);
    const needsCvc = context.asksForCvc && !(context.isOffSession && isAtProcessor(one));
    return needsCvc || isRecurring ? [entryOf(one, isRecurring, needsCvc, context)] : [];
  });
  return Buffer.from(JSON.stringify({ customer_payment_methods: entries, is_guest_customer: context.isGuest }));
}

function entryOf(saved: SavedPaymentMethod, isRecurring: boolean, needsCvc: boolean, context: ListContext): JsonObject {
  const { method, details } = saved;
  return {
    payment_token: context.tokenOf(saved),
    payment_method_id: saved.paymentMethodId,
    customer_id: saved.customerId,
    payment_method: method.paymentMethod,
    payment_method_type: method.paymentMethodType,
    payment_method_issuer: details.issuer ?? method.card?.facts?.issuer ?? null,
    payment_method_issuer_code: details.issuerCode,
    recurring_enabled: isRecurring,
    installment_payment_enabled: false,
    payment_experience: ['redirect_to_url'],
    card: method.card && cardView(method.card, saved),
    metadata: details.metadata,
    created: saved.createdAt.toISOString(),
    bank: bankOf(method.paymentMethodData),
    surcharge_details: context.surchargeOf?.(saved) ?? null,
    requires_cvv: needsCvc,
    last_used_at: saved.lastUsedAt.toISOString(),
    default_payment_method_set: saved.isDefault,
    billing: details.billing ?? method.paymentMethodData?.['billing'] ?? null,
    ...(context.showsData && { payment_method_data: sdkMethodData(method) }),
  };
}

const objectIn = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** The end of the account number of a bank debit or a bank account for payouts, which is stored masked. */
function bankOf(data: JsonObject | null): Json {
  const [debit] = Object.values(objectIn(data?.['bank_debit']));
  const { account_number: number, iban } = objectIn(debit);
  const account = objectIn(data?.['bank']);
  const ofPayouts = [account['bank_account_number'], account['iban'], account['pix_key']];
  const masked = [number, iban, ...ofPayouts].find((text) => typeof text === 'string');
  return typeof masked === 'string' ? { mask: masked.slice(-4) } : null;
}

import type { Trait } from '../cards/traits';
import type { StripeError } from '../errors';
import type { AmountDetails, PaymentDetails } from '../params/order-params';

/** Values by key, as the request sent them. */
export type Metadata = Readonly<Record<string, string>>;
export type Json = Readonly<Record<string, unknown>>;

/** Every object belongs to one account: the platform's own, or the connected one that `Stripe-Account` names. */
interface StoredObject<O extends string> {
  readonly object: O;
  readonly id: string;
  readonly account: string;
  /** Unix seconds. */
  readonly created: number;
}

export interface Address {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
  readonly state: string | null;
}

export interface Billing {
  readonly address: Address;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
}

export interface Customer extends StoredObject<'customer'> {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly address: Address | null;
  readonly shipping: Json | null;
  readonly metadata: Metadata;
  readonly deleted: boolean;
}

/** The stored properties of a card: never its number. */
export interface CardDetails {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly funding: string;
  readonly fingerprint: string;
  readonly wallet: 'apple_pay' | 'google_pay' | null;
  readonly hasCvc: boolean;
  /** How the test card behaves; null for any other card, which succeeds. */
  readonly trait: Trait | null;
  /** The fault that one of the sandbox's own cards triggers. */
  readonly fault: string | null;
}

export interface PaymentMethod extends StoredObject<'payment_method'> {
  readonly type: string;
  readonly customer: string | null;
  readonly billing: Billing;
  readonly metadata: Metadata;
  readonly card: CardDetails | null;
  /** The details that the object of its type shows: last four digits, bank, country. */
  readonly details: Json;
  /** The failure code of a test bank account. */
  readonly failure: string | null;
  /** Saved by a set-up, so that it can be charged off session. */
  readonly setUp: boolean;
  /** Attached once: a detached payment method can never be used again. */
  readonly consumed: boolean;
}

export interface Token extends StoredObject<'token'> {
  readonly card: CardDetails;
  readonly used: boolean;
  readonly name: string | null;
}

/** The action that is required of the customer; `key` is the key of the page. */
export interface NextAction {
  readonly type:
    | 'redirect_to_url'
    | 'use_stripe_sdk'
    | 'alipay_handle_redirect'
    | 'wechat_pay_display_qr_code'
    | 'cashapp_handle_redirect_or_display_qr_code'
    | 'blik_authorize'
    | 'verify_with_microdeposits'
    | 'display_bank_transfer_instructions'
    | 'multibanco_display_details';
  readonly key: string;
  /** The payment method's name on the page. */
  readonly name: string;
  readonly expiresAtMs: number;
}

/** A later outcome: its time and status are already set. */
export interface Pending {
  readonly atMs: number;
  readonly status: 'succeeded' | 'failed';
  /** The failure code, where the status is failed. */
  readonly failure: string | null;
}

/** How events of this object are sent, where a fault changes that. */
export interface Delivery {
  readonly never: boolean;
  readonly copies: number;
  readonly delayMs: number;
}

/** How Stripe Connect splits a payment (docs.stripe.com/connect/charges). */
export interface Split {
  /** The application fee; null: none. */
  readonly fee: number | null;
  /** The account that the charge is transferred to; null for a direct charge. */
  readonly destination: string | null;
  readonly onBehalfOf: string | null;
}

interface Confirmable {
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly clientSecret: string;
  readonly paymentMethod: string | null;
  readonly methodTypes: readonly string[];
  readonly automaticMethods: { readonly enabled: true; readonly allow_redirects: 'always' | 'never' } | null;
  readonly methodOptions: Readonly<Record<string, Json>>;
  readonly returnUrl: string | null;
  readonly nextAction: NextAction | null;
  readonly lastError: StripeError | null;
  readonly cancellationReason: string | null;
  /** The reference of the next effect in the ledger. */
  readonly reference: string;
  readonly delivery: Delivery | null;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export interface Intent extends StoredObject<'payment_intent'>, Confirmable {
  readonly status: IntentStatus;
  readonly amount: number;
  readonly amountCapturable: number;
  readonly amountReceived: number;
  readonly currency: string;
  readonly captureMethod: 'automatic' | 'automatic_async' | 'manual';
  readonly confirmationMethod: 'automatic' | 'manual';
  readonly setupFutureUsage: 'on_session' | 'off_session' | null;
  readonly shipping: Json | null;
  readonly receiptEmail: string | null;
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix: string | null;
  readonly transferGroup: string | null;
  readonly latestCharge: string | null;
  readonly canceledAt: number | null;
  readonly pending: Pending | null;
  /** Bank transfers: the amount received so far. */
  readonly funded: number;
  /** Absent for a payment that is not split. */
  readonly split?: Split;
  /** Level 2 and 3 data; absent where the request has none. */
  readonly amountDetails?: AmountDetails;
  readonly paymentDetails?: PaymentDetails;
}

export interface SetupIntent extends StoredObject<'setup_intent'>, Confirmable {
  readonly status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded';
  readonly usage: 'on_session' | 'off_session';
  readonly attempt: {
    readonly id: string;
    readonly created: number;
    readonly method: string;
    readonly status: string;
    readonly generatedDebit?: string | null;
  } | null;
}

export interface Outcome {
  readonly reason: string | null;
  readonly networkStatus: string;
  readonly networkDeclineCode: string | null;
  readonly adviceCode: string | null;
  readonly type: string;
  readonly sellerMessage: string;
  readonly riskLevel: 'normal' | 'highest';
}

export interface ImportedAuthentication {
  readonly cryptogram: string;
  readonly transaction_id: string;
  readonly version: string;
  readonly electronic_commerce_indicator?: string | undefined;
}

export interface Charge extends StoredObject<'charge'> {
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly intent: string;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly captured: boolean;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly paymentMethod: string;
  readonly billing: Billing;
  readonly shipping: Json | null;
  readonly receiptEmail: string | null;
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix: string | null;
  readonly transferGroup: string | null;
  readonly outcome: Outcome | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly authenticated: boolean;
  /** The authentication outside Stripe, as the request had it; absent for a charge without one. */
  readonly imported?: ImportedAuthentication;
  readonly captureBefore: number | null;
  readonly incremental: boolean;
  readonly multicapture: boolean;
  /** Overcapture is available; absent in older ledgers. */
  readonly overcapture?: boolean;
  /** Extended authorization; absent in older ledgers. */
  readonly extended?: boolean;
  /** The id of the debit that the redirect generated; absent in older ledgers. */
  readonly generatedDebit?: string | null;
  /** Absent for a charge that is not split. */
  readonly split?: Split;
}

export interface Refund extends StoredObject<'refund'> {
  readonly status: 'pending' | 'succeeded' | 'failed' | 'requires_action' | 'canceled';
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly intent: string;
  readonly reason: string | null;
  readonly metadata: Metadata;
  readonly failureReason: string | null;
  readonly methodType: string;
  readonly pending: Pending | null;
  readonly reference: string;
  readonly delivery: Delivery | null;
  /** The part of the application fee that this refund returned; absent where none was requested. */
  readonly feeRefunded?: number;
  /** The part of the transfer that this refund reversed; absent where none was requested. */
  readonly transferReversed?: number;
}

export interface Endpoint extends StoredObject<'webhook_endpoint'> {
  readonly url: string;
  readonly enabledEvents: readonly string[];
  readonly secret: string;
  readonly apiVersion: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly status: 'enabled' | 'disabled';
  /** The endpoint receives events of connected accounts instead of its own. */
  readonly connect: boolean;
  readonly deleted: boolean;
}

export type StripeRecord = Customer | PaymentMethod | Token | Intent | SetupIntent | Charge | Refund | Endpoint;
export type ObjectKind = StripeRecord['object'];
export type RecordOf<O extends ObjectKind> = Extract<StripeRecord, { object: O }>;

export const noAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

import type { z } from 'zod';
import type { CardDetails as AnyCard } from '../../../kit/cards/card-details';
import type { Delivery, Pending } from '../../../kit/objects/decision';
import type { Receiver } from '../../../kit/objects/object-service';
import type { StoredObject } from '../../../kit/objects/object-store';
import type { Trait } from '../cards/test-cards';
import type { StripeError } from '../errors';
import type { AmountDetails, importedAuthentication, PaymentDetails } from '../params/intent-params';
import type { Address, Billing, Fields, Json, Text } from './fields';

/** Values by key, as the request sent them. */
export type Metadata = Readonly<Record<string, string>>;

/**
 * Every object belongs to one account: the platform's own, or the connected one that `Stripe-Account` names. A field with
 * the API's name has the API's form, so that a view shows it as it is; `internalFields` lists the others.
 */
interface Stored<O extends string> extends StoredObject {
  readonly object: O;
  /** Unix seconds. */
  readonly created: number;
}

export interface Customer extends Stored<'customer'>, Fields<'name' | 'email' | 'phone' | 'description', Text> {
  readonly address: Address | null;
  readonly shipping: Json | null;
  readonly metadata: Metadata;
  readonly deleted: boolean;
}

export type CardDetails = AnyCard<Trait>;

export interface PaymentMethod extends Stored<'payment_method'> {
  readonly type: string;
  readonly customer: Text;
  readonly billing_details: Billing;
  readonly metadata: Metadata;
  readonly card: CardDetails | null;
  /** The details that the object of its type shows: last four digits, bank, country. */
  readonly details: Json;
  /** The failure code of a test bank account. */
  readonly failure: Text;
  /** Saved by a set-up, so that it can be charged off session. */
  readonly setUp: boolean;
  /** Attached once: a detached payment method can never be used again. */
  readonly consumed: boolean;
}

export interface Token extends Stored<'token'> {
  readonly card: CardDetails;
  readonly used: boolean;
  readonly holder: Text;
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

/** How Stripe Connect splits a payment (docs.stripe.com/connect/charges). */
export interface Split {
  /** The application fee; null: none. */
  readonly fee: number | null;
  /** The account that the charge is transferred to; null for a direct charge. */
  readonly destination: Text;
  readonly onBehalfOf: Text;
}

interface Confirmable extends Fields<
  'customer' | 'description' | 'payment_method' | 'returnUrl' | 'cancellation_reason',
  Text
> {
  readonly metadata: Metadata;
  readonly client_secret: string;
  readonly payment_method_types: readonly string[];
  readonly automatic_payment_methods: { readonly enabled: true; readonly allow_redirects: 'always' | 'never' } | null;
  readonly methodOptions: Readonly<Record<string, Json>>;
  readonly nextAction: NextAction | null;
  readonly lastError: StripeError | null;
  /** The reference of the next effect in the ledger. */
  readonly reference: string;
  readonly delivery: Delivery | null;
}

type PaymentText = 'receipt_email' | 'statement_descriptor' | 'statement_descriptor_suffix' | 'transfer_group';

/** What a payment intent and its charge have in common. */
interface Payment extends Fields<PaymentText, Text> {
  readonly amount: number;
  readonly currency: string;
  readonly shipping: Json | null;
  /** Absent for a payment that is not split. */
  readonly split?: Split;
}

type OpenStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action';

export interface Intent extends Stored<'payment_intent'>, Confirmable, Payment {
  readonly status: OpenStatus | 'processing' | 'requires_capture' | 'canceled' | 'succeeded';
  readonly amount_capturable: number;
  readonly amount_received: number;
  readonly capture_method: 'automatic' | 'automatic_async' | 'manual';
  readonly confirmation_method: 'automatic' | 'manual';
  readonly setup_future_usage: 'on_session' | 'off_session' | null;
  readonly latest_charge: Text;
  readonly canceled_at: number | null;
  readonly pending: Pending | null;
  /** Bank transfers: the amount received so far. */
  readonly funded: number;
  /** Level 2 and 3 data; absent where the request has none. */
  readonly amountDetails?: AmountDetails;
  readonly paymentDetails?: PaymentDetails;
}

export interface SetupIntent extends Stored<'setup_intent'>, Confirmable {
  readonly status: OpenStatus | 'canceled' | 'succeeded';
  readonly usage: 'on_session' | 'off_session';
  readonly attempt: Attempt | null;
}
interface Attempt extends Fields<'id' | 'method' | 'status', string> {
  readonly created: number;
  readonly generatedDebit?: Text;
}
export type AnyIntent = Intent | SetupIntent;

export type ImportedAuthentication = z.output<typeof importedAuthentication>;
type Availability = 'captured' | 'authenticated' | 'incremental' | 'multicapture';

export interface Charge
  extends
    Stored<'charge'>,
    Payment,
    Fields<'customer' | 'description' | 'failure_code' | 'failure_message', Text>,
    Fields<Availability, boolean> {
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly payment_intent: string;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly metadata: Metadata;
  readonly payment_method: string;
  readonly billing_details: Billing;
  readonly outcome: Json | null;
  /** The authentication outside Stripe, as the request had it; absent for a charge without one. */
  readonly imported?: ImportedAuthentication;
  readonly captureBefore: number | null;
  /** Overcapture is available; absent in older ledgers. */
  readonly overcapture?: boolean;
  /** Extended authorization; absent in older ledgers. */
  readonly extended?: boolean;
  /** The id of the debit that the redirect generated; absent in older ledgers. */
  readonly generatedDebit?: Text;
}

export interface Refund
  extends
    Stored<'refund'>,
    Fields<'currency' | 'charge' | 'payment_intent' | 'methodType' | 'reference', string>,
    Fields<'reason' | 'failureReason', Text> {
  readonly status: 'pending' | 'succeeded' | 'failed' | 'requires_action' | 'canceled';
  readonly amount: number;
  readonly metadata: Metadata;
  readonly pending: Pending | null;
  readonly delivery: Delivery | null;
  /** The part of the application fee that this refund returned; absent where none was requested. */
  readonly feeRefunded?: number;
  /** The part of the transfer that this refund reversed; absent where none was requested. */
  readonly transferReversed?: number;
}

export interface Endpoint extends Stored<'webhook_endpoint'>, Receiver, Fields<'api_version' | 'description', Text> {
  readonly id: string;
  readonly metadata: Metadata;
  /** The endpoint receives events of connected accounts instead of its own. */
  readonly connect: boolean;
}

/** A connected account of a recipient, which belongs to the platform. */
export interface Recipient extends Stored<'account'>, Fields<'email' | 'business_type', Text> {
  readonly country: string;
  readonly type: 'custom' | 'express' | 'standard';
  readonly metadata: Metadata;
  /** What the calls said, in the API's form. */
  readonly given: Readonly<Record<string, Json>>;
  /** Whether it shall receive transfers. */
  readonly requested: boolean;
  /** The reason of the account's rejection. */
  readonly rejected: Text;
}

interface External<O extends string> extends Stored<O>, Fields<'country' | 'currency' | 'last4' | 'recipient', string> {
  readonly metadata: Metadata;
  /** What the object of its kind shows beside that. */
  readonly details: Json;
  /** The failure of every payout to it. */
  readonly failure: Text;
}
export type ExternalAccount = External<'bank_account'> | External<'card'>;

interface Moved<O extends string> extends Stored<O>, Fields<'currency' | 'destination' | 'reference', string> {
  readonly amount: number;
  readonly description: Text;
  readonly metadata: Metadata;
  readonly delivery: Delivery | null;
}

export interface Transfer extends Moved<'transfer'> {
  readonly amount_reversed: number;
  readonly transfer_group: Text;
}

interface TransferReversal extends Stored<'transfer_reversal'>, Fields<'currency' | 'transfer' | 'recipient', string> {
  readonly amount: number;
  readonly metadata: Metadata;
}

/** A payout belongs to the account of its recipient. */
export interface Payout extends Moved<'payout'>, Fields<'failure_code' | 'reversed_by' | 'original_payout', Text> {
  readonly status: 'pending' | 'paid' | 'failed' | 'canceled';
  readonly method: 'standard' | 'instant';
  readonly type: ExternalAccount['object'];
  readonly pending: Pending | null;
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'prevented'
  | 'won'
  | 'lost';

/** A dispute of a charge, or an inquiry, which has the statuses with `warning`. */
export interface Dispute
  extends Stored<'dispute'>, Fields<'charge' | 'payment_intent' | 'currency' | 'reason' | 'networkReason', string> {
  readonly amount: number;
  readonly status: DisputeStatus;
  readonly metadata: Metadata;
  readonly given: Readonly<Record<string, string>>;
  readonly submissions: number;
  /** Unix seconds. */
  readonly dueBy: number;
  /** It has taken its sum from the merchant. */
  readonly withdrawn: boolean;
  /** A test card has caused it, and it is not opened yet: its pending outcome is that it opens. */
  readonly deleted: boolean;
  readonly pending: Pending | null;
  readonly reference: string;
  readonly delivery: Delivery | null;
}

/** An uploaded file. Its bytes are not stored. */
export interface UploadedFile extends Stored<'file'>, Fields<'filename' | 'purpose' | 'type', string> {
  readonly size: number;
}

type PayoutRecord = Recipient | ExternalAccount | Transfer | TransferReversal | Payout;
type PaymentRecord = Customer | PaymentMethod | Token | Intent | SetupIntent | Charge | Refund | Dispute | UploadedFile;
export type StripeRecord = PaymentRecord | PayoutRecord | Endpoint;
export type ObjectKind = StripeRecord['object'];

/** The fields that no view shows. */
export const internalFields: ReadonlySet<string> = new Set(
  `account amountDetails attempt authenticated captureBefore card connect consumed deleted delivery details dueBy extended failure
   failureReason fault feeRefunded funded generatedDebit given hasCvc holder imported incremental lastError methodOptions methodType
   multicapture networkReason nextAction overcapture paymentDetails pending recipient reference rejected requested returnUrl secret setUp split submissions trait
   transferReversed withdrawn`.split(/\s+/),
);

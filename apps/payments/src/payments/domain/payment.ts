import type {
  AccountRef,
  Caller,
  CaptureMethod,
  CustomerDetails,
  JsonObject,
  MandateTerms,
  ProcessorError,
  StraightThrough,
} from '@payorch/contracts';
import type {
  AttemptId,
  CaptureId,
  CustomerId,
  MerchantId,
  MinorUnits,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
} from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { CaptureState } from './operations/capture.machine';
import type { ExtensionState } from './operations/extension.machine';
import type { IncrementState } from './operations/increment.machine';
import type { OrderState } from './operations/order.machine';
import type { PostCaptureVoidState } from './operations/post-capture-void.machine';
import type { SavedMethod, Recurring } from './method/saved-method';
import type { ClientValue } from './client-values';
import type { PaymentLink } from './payment-link';

/** Amounts on top of the payment's amount; null where not requested. */
export interface Extras {
  readonly shippingCost: MinorUnits | null;
  readonly orderTaxAmount: MinorUnits | null;
  readonly surchargeAmount: MinorUnits | null;
  readonly surchargeTaxAmount: MinorUnits | null;
  /** The interest of the chosen plan of installments. */
  readonly installmentInterest: MinorUnits | null;
}

type AuthenticationType = 'three_ds' | 'no_three_ds' | null;

/** What the merchant's rules have decided for the payment, in place of its request. */
export interface Ruled {
  /** The request's own type, in place of which the payment has the rules' one. */
  readonly requestedType?: AuthenticationType;
  /** A 3DS decision rule asks the issuer for a challenge, or for none because of an exemption. */
  readonly challenge?: 'requested' | 'not_requested';
  /** The surcharge among the payment's extras is that of a rule. */
  readonly surcharge?: true;
}

export interface Capture {
  readonly id: CaptureId;
  readonly attemptId: AttemptId;
  readonly sequence: number;
  readonly operation: OperationId;
  readonly status: CaptureState;
  readonly money: Money;
  readonly connectorCaptureId: string | null;
  readonly error: ProcessorError | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** One request to increase the authorized amount. */
export interface Increment {
  readonly id: string;
  readonly operation: OperationId;
  readonly status: IncrementState;
  /** The payment's amount if the increment succeeds, and the one before. */
  readonly amount: MinorUnits;
  readonly previous: MinorUnits;
  readonly error: ProcessorError | null;
}

/** One request to extend the authorization. */
export interface Extension {
  readonly operation: OperationId;
  readonly attemptId: AttemptId;
  readonly state: ExtensionState;
  /** The processor's time limit for the capture, with its offset; null where the processor reports none. */
  readonly captureBefore: string | null;
  readonly error: ProcessorError | null;
  /** The requests for this extension, by the correlation ids of their replies: only these get the refusal of an unsupported extension. */
  readonly requestedBy: readonly string[];
  readonly modifiedAt: Date;
}

/** An order at a processor, which the customer approves before the confirmation. */
export interface Order {
  readonly operation: OperationId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  readonly state: OrderState;
  readonly money: Money;
  /** The sum without the surcharge of rules; absent: it has none. */
  readonly requested?: Money;
  readonly capture: 'automatic' | 'manual';
  /** The processor's id; null until it is created. */
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly modifiedAt: Date;
}

/** One request to void a charge after the capture. */
export interface PostCaptureVoid {
  readonly operation: OperationId;
  readonly state: PostCaptureVoidState;
  /** The merchant's. */
  readonly reason: string | null;
  /** The processor's id; null where it is not known. */
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly modifiedAt: Date;
}

/** A caller that gets its reply once the outcome is known. */
export interface PendingReply {
  readonly replyTopic: string;
  readonly replyCorrelationId: string;
  readonly correlationId: string;
  readonly traceparent: string;
  readonly view: View;
  /** The capture that this caller waits for, where several are under way; absent: any outcome. */
  readonly awaits?: OperationId;
}

export interface PaymentView {
  readonly kind: 'payment';
  readonly caller: Caller['kind'];
  readonly expandAttempts: boolean;
  readonly expandCaptures: boolean;
}

/** The view that the caller gets. */
export type View =
  | PaymentView
  | { readonly kind: 'return' }
  | { readonly kind: 'status' }
  /** The result of the authentication, or its challenge. */
  | { readonly kind: 'authentication' }
  | { readonly kind: 'attempt'; readonly attemptId: AttemptId }
  /** The step that follows an order; without an operation, that of the present one. */
  | { readonly kind: 'order'; readonly operation?: OperationId };

export interface Payment {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
  readonly profileId: ProfileId;
  /** 0 before it is stored; every stored change raises it by one. */
  readonly version: number;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly expiresAt: Date;
  readonly clientSecret: string;
  readonly link?: PaymentLink;
  readonly money: Money;
  readonly extras: Extras;
  readonly amountToCapture: MinorUnits | null;
  readonly amountCapturable: MinorUnits;
  readonly amountReceived: MinorUnits | null;
  readonly captureMethod: CaptureMethod | null;
  readonly authenticationType: AuthenticationType;
  /** Absent: the merchant's rules have decided nothing. */
  readonly ruled?: Ruled;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly customerId: CustomerId | null;
  /** The request's values first, gaps filled from the customer's record. */
  readonly customer: CustomerDetails | null;
  /** The customer was deleted, and the payment's personal data with it. */
  readonly isRedacted?: true;
  readonly returnUrl: string | null;
  /** The values that a client set, and may change; those of the merchant it may not. Absent: none. */
  readonly setByClient?: readonly ClientValue[];
  /** Names payment method data sent before the confirmation, or by it. */
  readonly paymentToken: string | null;
  readonly straightThrough: StraightThrough | null;
  /** The connector account with the payment's own credentials: the only one that may take it; null: none. */
  readonly credentials: AccountRef | null;
  /** The connectors that a client chose among the merchant's; null: all of them. */
  readonly narrowedTo: readonly string[] | null;
  readonly recurring: Recurring | null;
  /** The terms of the mandate that the payment sets up. */
  readonly mandateTerms: MandateTerms | null;
  readonly saved: SavedMethod | null;
  readonly browserInfo: JsonObject | null;
  /** Whether the processor's own responses are stored and shown (`all_keys_required`). */
  readonly allKeysRequired: boolean;
  readonly cancellationReason: string | null;
  /** The merchant's decision after a review. */
  readonly merchantDecision: 'approved' | 'rejected' | null;
  /** All other fields of the request, by wire name: stored and shown unchanged. */
  readonly details: JsonObject;
  /** Never empty; the last one is the live one. */
  readonly attempts: readonly Attempt[];
  readonly captures: readonly Capture[];
  readonly increments: readonly Increment[];
  /** In the order of their creation; only the last of an attempt may be open. */
  readonly extensions: readonly Extension[];
  /** In the order of their creation. */
  readonly orders: readonly Order[];
  /** In the order of their creation; only the last may be open. */
  readonly postCaptureVoids: readonly PostCaptureVoid[];
  /** As the refunds service publishes them: only shown, no decision reads them. */
  readonly refunds: readonly JsonObject[];
  readonly pendingReplies: readonly PendingReply[];
  /** The time of the last sync, scheduled or for a returning customer; null before the first. */
  readonly lastLookupAt: Date | null;
}

export const activeAttempt = ({ attempts }: Payment): Attempt => attempts[attempts.length - 1]!;

export const withAttempt = (payment: Payment, attempt: Attempt): Payment => ({
  ...payment,
  attempts: payment.attempts.map((known) => (known.id === attempt.id ? attempt : known)),
});

/** The customer's total: the amount with all extras. */
export function netAmount({ money: { amount, currency }, extras }: Pick<Payment, 'money' | 'extras'>): Money {
  const { shippingCost, orderTaxAmount, surchargeAmount, surchargeTaxAmount, installmentInterest } = extras;
  return money(
    [shippingCost, orderTaxAmount, surchargeAmount, surchargeTaxAmount, installmentInterest].reduce(
      (sum: bigint, more) => sum + (more ?? 0n),
      amount,
    ),
    currency,
  );
}

export const isManual = (method: CaptureMethod | null): boolean => method === 'manual' || method === 'manual_multiple';

export const nothing = minorUnits(0n);

import type {
  AccountRef,
  Caller,
  CaptureMethod,
  CustomerDetails,
  JsonObject,
  MandateTerms,
  StraightThrough,
} from '@payorch/contracts';
import type {
  AttemptId,
  CustomerId,
  MerchantId,
  MinorUnits,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
} from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import type { Attempt } from './attempts/attempt';
import type { FollowUps } from './follow-ups';
import type { SavedMethod, Recurring } from './method/saved-method';
import type { ClientValue } from './client/client-value-names';
import { readTerms, type Terms } from './terms/terms';

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

/** The page where the customer pays, as the merchant ordered it. Its sum, description and expiry are those of the payment. */
export interface PaymentLink {
  readonly id: string;
  /** The language that the merchant chose; null: that of the customer's browser. */
  readonly locale: string | null;
  /** The merchant's own domain in front of the gateway; null: the gateway's address. */
  readonly origin: string | null;
  /** Origins whose pages may frame the secure link; null: there is no secure link. */
  readonly allowedDomains: readonly string[] | null;
  /** PaymentLinkConfig of the interface. */
  readonly config: JsonObject;
  /** A second client secret, which only the page of the secure link has: it also lists the customer's saved payment methods. */
  readonly secureSecret: string;
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

export interface Payment extends FollowUps {
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
  /** What decisions read of the details: only `withDetails` changes either. */
  readonly terms: Terms;
  /** Never empty; the last one is the live one. */
  readonly attempts: readonly Attempt[];
  /** As the refunds service publishes them: only shown, no decision reads them. */
  readonly refunds: readonly JsonObject[];
  /** As the interface shows them, in the order of their arrival, with what each takes of the charge. */
  readonly disputes: readonly { readonly shown: JsonObject; readonly taken: number }[];
  readonly pendingReplies: readonly PendingReply[];
  /** The time of the last sync, scheduled or for a returning customer; null before the first. */
  readonly lastLookupAt: Date | null;
}

export const activeAttempt = ({ attempts }: Payment): Attempt => attempts[attempts.length - 1]!;

export const withAttempt = (payment: Payment, attempt: Attempt): Payment => ({
  ...payment,
  attempts: payment.attempts.map((known) => (known.id === attempt.id ? attempt : known)),
});

export const withDetails = <P extends Payment>(payment: P, details: JsonObject): P => ({
  ...payment,
  details,
  terms: readTerms(details),
});

/** The authentication type of the request: rules may have replaced it. */
export const requestedTypeOf = ({
  authenticationType,
  ruled,
}: Pick<Payment, 'authenticationType' | 'ruled'>): Payment['authenticationType'] =>
  ruled?.requestedType === undefined ? authenticationType : ruled.requestedType;

/** The amounts that the merchant requested: without the surcharge of a rule. */
export const requestedExtrasOf = ({ extras, ruled }: Pick<Payment, 'extras' | 'ruled'>): Extras =>
  ruled?.surcharge ? { ...extras, surchargeAmount: null, surchargeTaxAmount: null } : extras;

/** The payment with another type for its present attempt; earlier attempts keep the one that they had. */
export function withAuthenticationType(payment: Payment, to: Payment['authenticationType']): Payment {
  const { authenticationType } = payment;
  if (authenticationType === to) return payment;
  const earlier = payment.attempts.slice(0, -1).map((attempt) => ({ authenticationType, ...attempt }));
  return { ...payment, authenticationType: to, attempts: [...earlier, activeAttempt(payment)] };
}

/** The payment with what rules have decided; what they decided before of the same kinds is replaced. */
export const withRuled = (payment: Payment, decided: Ruled): Payment =>
  Object.keys(decided).length === 0 ? payment : { ...payment, ruled: { ...payment.ruled, ...decided } };

/** The payment as it was requested: the rules decide anew about each change of it. */
export function asRequested(payment: Payment): Payment {
  if (!payment.ruled) return payment;
  const { ruled: _, ...requested } = withAuthenticationType(payment, requestedTypeOf(payment));
  return { ...requested, extras: requestedExtrasOf(payment) };
}

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

import type {
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
import type { ExtensionState } from './extension.machine';
import type { PostCaptureVoidState } from './post-capture-void.machine';
import type { Kept, Recurring } from './stored-method';

/** Sums that come on top of the amount; null where not asked for. */
export interface Extras {
  readonly shippingCost: MinorUnits | null;
  readonly orderTaxAmount: MinorUnits | null;
  readonly surchargeAmount: MinorUnits | null;
  readonly surchargeTaxAmount: MinorUnits | null;
}

export interface Capture {
  readonly id: CaptureId;
  readonly attemptId: AttemptId;
  readonly sequence: number;
  readonly operation: OperationId;
  readonly status: 'started' | 'charged' | 'pending' | 'failed';
  readonly money: Money;
  readonly connectorCaptureId: string | null;
  readonly error: ProcessorError | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** One try to raise what is held. */
export interface Increment {
  readonly id: string;
  readonly operation: OperationId;
  readonly status: 'processing' | 'success' | 'failure' | 'unresolved';
  /** The payment's amount if it succeeds, and the one before. */
  readonly amount: MinorUnits;
  readonly previous: MinorUnits;
  readonly error: ProcessorError | null;
}

/** One try to have what is held stay held for longer. */
export interface Extension {
  readonly operation: OperationId;
  readonly attemptId: AttemptId;
  readonly state: ExtensionState;
  /** Until when the processor lets it be captured, as it told us, with its offset; null where it did not. */
  readonly captureBefore: string | null;
  readonly error: ProcessorError | null;
  /** The requests that asked for it, by the correlation ids of their replies: only they hear that it is not possible. */
  readonly askers: readonly string[];
  readonly modifiedAt: Date;
}

/** One try to take back what was charged. */
export interface PostCaptureVoid {
  readonly operation: OperationId;
  readonly state: PostCaptureVoidState;
  /** The merchant's. */
  readonly reason: string | null;
  /** The processor's id, as far as it told us. */
  readonly reference: string | null;
  readonly error: ProcessorError | null;
  readonly modifiedAt: Date;
}

/** A request that is answered once the processor has spoken. */
export interface Waiter {
  readonly replyTopic: string;
  readonly replyCorrelationId: string;
  readonly correlationId: string;
  readonly traceparent: string;
  readonly wants: View;
}

export interface PaymentView {
  readonly kind: 'payment';
  readonly caller: Caller['kind'];
  readonly expandAttempts: boolean;
  readonly expandCaptures: boolean;
}

/** What the waiting request will be shown. */
export type View = PaymentView | { readonly kind: 'return' };

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
  readonly money: Money;
  readonly extras: Extras;
  readonly amountToCapture: MinorUnits | null;
  readonly amountCapturable: MinorUnits;
  readonly amountReceived: MinorUnits | null;
  readonly captureMethod: CaptureMethod | null;
  readonly authenticationType: 'three_ds' | 'no_three_ds' | null;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly customerId: CustomerId | null;
  /** The request's values first, gaps filled from the customer's record. */
  readonly customer: CustomerDetails | null;
  readonly returnUrl: string | null;
  /** Stands for a method that was given before the confirmation, or that the confirmation named. */
  readonly paymentToken: string | null;
  readonly straightThrough: StraightThrough | null;
  /** The connectors that a client chose among the merchant's; null: all of them. */
  readonly narrowedTo: readonly string[] | null;
  readonly recurring: Recurring | null;
  /** Of the mandate that it is to set up. */
  readonly mandateTerms: MandateTerms | null;
  readonly kept: Kept | null;
  readonly browserInfo: JsonObject | null;
  /** The processor's own answers are to be kept and shown. */
  readonly wantsWhole: boolean;
  readonly cancellationReason: string | null;
  /** What the merchant said after a review. */
  readonly merchantDecision: 'approved' | 'rejected' | null;
  /** All other fields of the request, in the wire's words: stored and given back as they are. */
  readonly details: JsonObject;
  /** Never empty; the last one is the live one. */
  readonly attempts: readonly Attempt[];
  readonly captures: readonly Capture[];
  readonly increments: readonly Increment[];
  /** In the order of their creation; only the last of an attempt may be open. */
  readonly extensions: readonly Extension[];
  /** In the order of their creation; only the last may be open. */
  readonly postCaptureVoids: readonly PostCaptureVoid[];
  /** As their owner shows them: nothing here is decided by them. */
  readonly refunds: readonly JsonObject[];
  readonly waiters: readonly Waiter[];
  /** When the processor was last asked on schedule, or for a customer who came back; null before the first time. */
  readonly lastLookupAt: Date | null;
}

export const activeAttempt = ({ attempts }: Payment): Attempt => attempts[attempts.length - 1]!;

export const withAttempt = (payment: Payment, attempt: Attempt): Payment => ({
  ...payment,
  attempts: payment.attempts.map((known) => (known.id === attempt.id ? attempt : known)),
});

/** What the customer pays: the amount with all that comes on top. */
export function netAmount({ money: { amount, currency }, extras }: Pick<Payment, 'money' | 'extras'>): Money {
  const { shippingCost, orderTaxAmount, surchargeAmount, surchargeTaxAmount } = extras;
  return money(
    [shippingCost, orderTaxAmount, surchargeAmount, surchargeTaxAmount].reduce(
      (sum: bigint, more) => sum + (more ?? 0n),
      amount,
    ),
    currency,
  );
}

export const isManual = (method: CaptureMethod | null): boolean => method === 'manual' || method === 'manual_multiple';

export const nothing = minorUnits(0n);

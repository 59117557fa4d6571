import type { ClientSoftware } from './attempt';
import type {
  AccountRef,
  AuthorizeOperation,
  CaptureMethod,
  CustomerDetails,
  ProfileSettings,
  RedirectTokenOf,
  Refusal,
  StraightThrough,
} from '@payorch/contracts';
import type { AttemptId, CustomerId, MerchantId, Money, OperationId } from '@payorch/kernel';
import type { Payment, PaymentView, Waiter } from './payment';
import type { Mandate, MandateUse, PaymentMethod } from './stored-method';

/** One operation of a payment, as every command to a connector names it. */
export interface Operation {
  readonly id: OperationId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
}

/** What a decision wants done. The shell's side of the service turns each into messages, jobs and replies. */
export type Effect =
  | {
      readonly kind: 'route';
      readonly operation: AuthorizeOperation;
      readonly captureMethod: CaptureMethod | null;
      readonly straightThrough: StraightThrough | null;
      readonly splitAt: string | null;
    }
  | {
      readonly kind: 'authorize';
      readonly operation: AuthorizeOperation;
      readonly account: AccountRef;
      readonly fallbacks: readonly AccountRef[];
    }
  | {
      readonly kind: 'capture';
      readonly operation: Operation;
      readonly reference: string;
      readonly money: Money;
      readonly held: Money;
      readonly wantsWhole?: boolean;
    }
  | {
      readonly kind: 'increment';
      readonly operation: Operation;
      readonly reference: string;
      readonly money: Money;
      readonly held: Money;
      readonly reason: string | null;
    }
  | { readonly kind: 'extend'; readonly operation: Operation; readonly reference: string }
  /** Between the owner of refunds and us: all that was charged is to be kept for a void, or let go again. */
  | { readonly kind: 'reserve_void'; readonly operation: OperationId; readonly charged: Money }
  | { readonly kind: 'release_void'; readonly operation: OperationId }
  | {
      readonly kind: 'post_capture_void';
      readonly operation: Operation;
      readonly reference: string;
      readonly charged: Money;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'void';
      readonly operation: Operation;
      readonly reference: string;
      readonly reason: string | null;
      readonly wantsWhole?: boolean;
    }
  | {
      readonly kind: 'ask';
      readonly operation: Operation;
      readonly flow: 'authorize' | 'capture' | 'void' | 'increment' | 'extend' | 'post_capture_void';
      readonly reference: string | null;
      readonly money: Money;
      readonly round: number;
      readonly wantsWhole?: boolean;
    }
  /** Whether the authorization has begun; to routing where its account is not known. */
  | {
      readonly kind: 'check_begun';
      readonly operation: AuthorizeOperation;
      readonly captureMethod: CaptureMethod | null;
      readonly straightThrough: StraightThrough | null;
      readonly splitAt: string | null;
      readonly account: AccountRef | null;
      readonly fallbacks: readonly AccountRef[];
      readonly round: number;
    }
  | { readonly kind: 'check_later'; readonly attemptId: AttemptId; readonly delayMs: number }
  | { readonly kind: 'ask_later'; readonly attemptId: AttemptId; readonly delayMs: number }
  | { readonly kind: 'stop_asking'; readonly attemptId: AttemptId }
  /** The owner of refunds is to tell of them anew; `waiter` is answered then, or after the patience. */
  | {
      readonly kind: 'ask_refunds';
      readonly waiter: Waiter;
      readonly shown: Omit<PaymentView, 'kind'>;
      readonly patienceMs: number;
    }
  | { readonly kind: 'answer'; readonly waiters: readonly Waiter[] }
  | { readonly kind: 'refuse'; readonly waiters: readonly Waiter[]; readonly refusal: Refusal }
  | { readonly kind: 'keep_method'; readonly stored: PaymentMethod }
  | { readonly kind: 'give_mandate'; readonly mandate: Mandate }
  | { readonly kind: 'use_mandate'; readonly use: MandateUse }
  | { readonly kind: 'incident'; readonly attemptId: AttemptId; readonly incident: Incident };

/** Something that only a person can settle, or must at least know of. Never dropped, never silent. */
export type Incident = 'late_success' | 'sums_differ' | 'still_unknown';

export interface Decided {
  readonly kind: 'decided';
  readonly payment: Payment;
  readonly effects: readonly Effect[];
}
/** Stale, out of order, or nothing to do: the payment stays as it is. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly effects: readonly Effect[];
}
export type Decision = Decided | Unchanged | Refusal;

export const decided = (payment: Payment, effects: readonly Effect[] = []): Decided => ({
  kind: 'decided',
  payment,
  effects,
});
export const unchanged = (effects: readonly Effect[] = []): Unchanged => ({ kind: 'unchanged', effects });

export interface CustomerRecord extends CustomerDetails {
  readonly merchantId: MerchantId;
  readonly customerId: CustomerId;
}

/** All that a decision may know besides the payment and the command. */
export interface DecideContext {
  readonly now: Date;
  readonly profile: ProfileSettings;
  /** The record of the customer that the command or the payment names, if there is one. */
  readonly customer: CustomerRecord | undefined;
  /** Of the merchant's, those that the command names. */
  readonly paymentMethod: (paymentMethodId: string) => PaymentMethod | undefined;
  readonly mandate: (mandateId: string) => Mandate | undefined;
  /** Who waits for the answer, and for which view; null where nobody does. */
  readonly waiter: Waiter | null;
  /** Of the request that confirms; the browser's where a client asks. */
  readonly callerIp: string | null;
  /** The software that the request says it comes from. */
  readonly client?: ClientSoftware;
  readonly newOperationId: () => OperationId;
  readonly randomText: (length: number) => string;
  readonly rules: DecideRules;
}

/** Whoever asked, for an answer at once. */
export const waitersOf = ({ waiter }: Pick<DecideContext, 'waiter'>): readonly Waiter[] => (waiter ? [waiter] : []);

export interface DecideRules {
  /** The gateway's own address, where processors send customers back to. */
  readonly publicUrl: string;
  /** Of the addresses that the customer's browser goes to. */
  readonly redirectToken: RedirectTokenOf;
  /** Customers who come back have the processor asked no more often than this. */
  readonly returnLookupEveryMs: number;
  /** An authorization is not begun after this time. */
  readonly beginWithinMs: number;
  /** An authorization that nobody has told of by then is asked about: whether it has begun. */
  readonly beginCheckAfterMs: number;
  /** How long an answer to that is waited for. */
  readonly beginReplyMs: number;
  /** When to ask about an unknown outcome: the first delays, then the last one growing by half each time, up to a day. */
  readonly askAfterMs: readonly number[];
  /** How often to ask before a person is told; asking goes on. */
  readonly askQuietly: number;
  /** How long a customer may take at the bank's page before we ask on our own. */
  readonly customerPatienceMs: number;
  /** How long a request waits for the owner of refunds before it is answered with what is known. */
  readonly refundsPatienceMs: number;
}

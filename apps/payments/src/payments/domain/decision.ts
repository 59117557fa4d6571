import type { ClientSoftware } from './attempts/attempt';
import type {
  AccountRef,
  CaptureMethod,
  CardToJudge,
  ConnectorAccountSettings,
  DataOf,
  FindGsmRule,
  ClientSessionIdOf,
  LinkTokenOf,
  ProfileSettings,
  connectorSync,
  paymentDeclare,
  RedirectTokenOf,
  Refusal,
  RoutingFacts,
  RoutingSettings,
  StraightThrough,
} from '@payorch/contracts';
import type { AttemptId, CustomerId, MerchantConnectorId, Money, OperationId, ProfileId } from '@payorch/kernel';
import type { AuthorizeOperation, OpenFactsOf, OperationsOf, SealedFactsOf, SyncRules } from '@payorch/operations';
import type { MerchantRules } from './merchant-rules';
import type { Payment, PaymentView, PendingReply } from './payment';
import type { AttemptStatus } from './attempts/attempt-status';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { Mandate, MandateMove, MandateReference, MandateUse } from '../../mandates/domain/mandate';
import type { PaymentMethod } from '../../payment-methods/domain/payment-method';

/** One operation of a payment, as every command to a connector names it. */
export interface Operation {
  readonly id: OperationId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
}

/** What routing decides by. */
export interface ToRoute {
  readonly operation: AuthorizeOperation;
  readonly captureMethod: CaptureMethod | null;
  readonly straightThrough: StraightThrough | null;
  readonly splitAt: string | null;
  readonly credentials: AccountRef | null;
  readonly routingVersion?: number;
  readonly facts?: RoutingFacts;
}

/** Requests an operation: the effect has its name and the facts of its command. */
export type OperationEffect = {
  readonly [Kind in Exclude<OperationsOf<'payment'>, 'authorize'>]: {
    readonly kind: Kind;
    readonly operation: Operation;
  } & OpenFactsOf<Kind> &
    SealedFactsOf<Kind>;
}[Exclude<OperationsOf<'payment'>, 'authorize'>];

/** The effects of a decision. `messages/effects.ts` turns each into messages, jobs and replies. */
export type Effect =
  | (ToRoute & { readonly kind: 'route' })
  | {
      readonly kind: 'authorize';
      readonly operation: AuthorizeOperation;
      readonly account: AccountRef;
      readonly fallbacks: readonly AccountRef[];
    }
  | OperationEffect
  /** To the refunds service: reserves the whole charge for a void, or releases it. */
  | { readonly kind: 'reserve_void'; readonly operation: OperationId; readonly charged: Money }
  | { readonly kind: 'release_void'; readonly operation: OperationId }
  | {
      readonly kind: 'sync';
      readonly operation: Operation;
      readonly flow: DataOf<typeof connectorSync>['flow'];
      readonly reference: string | null;
      readonly money: Money;
      readonly round: number;
      readonly allKeysRequired?: boolean;
    }
  /** Checks whether the authorization has begun; goes to routing where the account is not known. */
  | (ToRoute & {
      readonly kind: 'check_begin';
      readonly account: AccountRef | null;
      readonly fallbacks: readonly AccountRef[];
      readonly round: number;
    })
  | { readonly kind: 'check_begin_later'; readonly attemptId: AttemptId; readonly delayMs: number }
  | { readonly kind: 'sync_later'; readonly attemptId: AttemptId; readonly delayMs: number }
  | { readonly kind: 'cancel_sync'; readonly attemptId: AttemptId }
  /** The refunds service publishes its snapshots again; `pendingReply` gets its reply then, or after the timeout. */
  | {
      readonly kind: 'request_refund_snapshots';
      readonly pendingReply: PendingReply;
      readonly shown: Omit<PaymentView, 'kind'>;
      readonly timeoutMs: number;
    }
  /** The customer was deleted: the stored webhooks about the payment, and the responses of processors, lose their data. */
  | { readonly kind: 'redact_webhooks' }
  | { readonly kind: 'redact_responses'; readonly account: AccountRef }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingReply[] }
  | { readonly kind: 'refuse'; readonly pendingReplies: readonly PendingReply[]; readonly refusal: Refusal }
  /** `isFirst`: the payment saves it now; `isRenewed`: the processor has just accepted its data. */
  | {
      readonly kind: 'save_payment_method';
      readonly paymentMethod: PaymentMethod;
      readonly isFirst: boolean;
      readonly isRenewed: boolean;
    }
  | { readonly kind: 'use_payment_method'; readonly paymentMethodId: string; readonly usedAt: Date }
  | { readonly kind: 'create_mandate'; readonly mandate: Mandate }
  | { readonly kind: 'use_mandate'; readonly use: MandateUse }
  /** `detachment`: the operation that ends the reference which the mandate had before. */
  | {
      readonly kind: 'move_mandate';
      readonly mandateId: string;
      readonly to: MandateMove;
      readonly detachment: OperationId;
    }
  /** An operator's change of an attempt, for the audit. */
  | {
      readonly kind: 'manual_update';
      readonly attemptId: AttemptId;
      readonly statusBefore: AttemptStatus;
      readonly command: DataOf<typeof paymentDeclare>;
    }
  /** The processor reports its ids of the saved payment method after the mandate was created. */
  | { readonly kind: 'refer_mandate'; readonly mandateId: string; readonly reference: MandateReference }
  | { readonly kind: 'incident'; readonly attemptId: AttemptId; readonly incident: Incident };

export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>;

/** Needs a person: never dropped. */
export type Incident = 'late_success' | 'amounts_differ' | 'still_unknown' | 'contradicted' | 'claim_contradicts';

export interface Decided {
  readonly kind: 'decided';
  readonly payment: Payment;
  readonly effects: readonly Effect[];
  /** What the caller gets, although the payment changed. */
  readonly refusal?: Refusal;
}
/** The message is stale, out of order or needs nothing: the payment does not change. */
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

/** What the operator's configs say of a merchant's automatic retries. */
export interface RetryConfigs {
  /** False: only the connectors decide whether a decline is retried, not the operators' rules. */
  readonly asksRules: boolean;
  /** The connectors at which a decline may be tried again with 3-D Secure; null: every one. */
  readonly stepUpConnectors: readonly string[] | null;
}

/** A connector account with its profile. */
export type NamedAccount = AccountRef & { readonly profileId: ProfileId };

/** What is set for the payment's profile, for its merchant and by the operators. */
export interface DecideSettings {
  readonly profile: ProfileSettings;
  /** How the payment's profile routes; absent: nothing is set. */
  readonly routing?: RoutingSettings;
  /** The rules of the merchant and of the profile; absent: none. */
  readonly merchantRules?: MerchantRules;
  /** What the operator's configs say of the merchant's automatic retries; absent: nothing. */
  readonly retryConfigs?: RetryConfigs;
  /** False: the operator has switched 3-D Secure off for the merchant. Absent: it has not. */
  readonly authenticatesCustomers?: boolean;
  /** Whether the customer enters the CVC of a saved card again. */
  readonly asksForCvc: boolean;
  /** The operators' rules for processor errors. */
  readonly gsmRule: FindGsmRule;
}

/** What is stored besides the payment. */
export interface DecideRecords {
  /** The record of the customer that the command or the payment names, if there is one. */
  readonly customer: CustomerRecord | undefined;
  /** The merchant's payment methods and mandates that the command names. */
  readonly paymentMethod: (paymentMethodId: string) => PaymentMethod | undefined;
  /** The customer's payment methods that a token of the command names, or that have the card of the command. */
  readonly methodOfToken: (token: string, customerId: CustomerId) => PaymentMethod | undefined;
  readonly methodWithCard: (fingerprint: string, customerId: CustomerId) => PaymentMethod | undefined;
  readonly mandate: (mandateId: string) => Mandate | undefined;
  /** Whether the merchant's blocklist applies and blocks the card. */
  readonly isOnBlocklist: (card: CardToJudge) => boolean;
}

/** The merchant's connector accounts. */
export interface DecideAccounts {
  /** Undefined where the account is unknown or deleted. */
  readonly account: (merchantConnectorId: MerchantConnectorId) => NamedAccount | undefined;
  /** The connector accounts of the payment's profile, in the order of their creation. */
  readonly accountsOfProfile: () => readonly Pick<
    ConnectorAccountSettings,
    'merchantConnectorId' | 'connector' | 'connectorType' | 'disabled'
  >[];
}

/** The request that sent the command. */
export interface DecideRequest {
  /** The caller that waits for the answer, with its view; null where none waits. */
  readonly pendingReply: PendingReply | null;
  /** Of the confirming request; the browser's address where a client confirms. */
  readonly callerIp: string | null;
  /** The software that the request names as its sender. */
  readonly client?: ClientSoftware;
}

/** The input of a decision besides the payment and the command. */
export interface DecideContext {
  readonly now: Date;
  readonly settings: DecideSettings;
  readonly records: DecideRecords;
  readonly accounts: DecideAccounts;
  readonly request: DecideRequest;
  readonly newOperationId: () => OperationId;
  readonly randomText: (length: number) => string;
  readonly rules: DecideRules;
}

/** The caller of this command, for an immediate reply. */
export const pendingRepliesOf = ({ request }: Pick<DecideContext, 'request'>): readonly PendingReply[] =>
  request.pendingReply ? [request.pendingReply] : [];

/** The callers that wait, with the one of this command. */
export const pendingRepliesWith = (
  { pendingReplies }: Payment,
  { request }: DecideContext,
): Payment['pendingReplies'] => (request.pendingReply ? [...pendingReplies, request.pendingReply] : pendingReplies);

export interface DecideRules extends SyncRules {
  /** The gateway's own address, to which processors send customers back. */
  readonly publicUrl: string;
  /** The token in addresses that the customer's browser opens. */
  readonly redirectToken: RedirectTokenOf;
  /** The token in the addresses of payment links. */
  readonly linkToken: LinkTokenOf;
  /** The id of a payment's session for client SDKs. */
  readonly clientSessionId: ClientSessionIdOf;
  /** Returns of a customer sync a payment at most once in this time. */
  readonly returnLookupEveryMs: number;
  /** A worker does not begin an authorization after this time. */
  readonly beginWithinMs: number;
  /** An authorization without an outcome for this long gets a begin check. */
  readonly beginCheckAfterMs: number;
  /** The timeout of a begin check. */
  readonly beginReplyTimeoutMs: number;
  /** How long a customer may take at the bank's page before the first scheduled sync. */
  readonly customerTimeoutMs: number;
  /** How long a request waits for the refunds service before the payment is shown with the refunds known here. */
  readonly refundsTimeoutMs: number;
}

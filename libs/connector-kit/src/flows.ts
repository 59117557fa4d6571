import type {
  AuthenticationProof,
  Installments,
  Json,
  JsonObject,
  MandateUse,
  MethodCompletion,
  MitCategory,
  OrderData,
  Outcome,
  ProcessorError,
  Split,
} from '@payorch/contracts';
import type { AttemptId, Money, OperationId, Secret } from '@payorch/kernel';
import type { HttpReply, HttpRequest } from './http';

/** A decrypted card. It exists only during the call. */
export interface Card {
  readonly number: Secret;
  /** Empty where the card is charged by its number alone (`limitedCards`), and its expiry is not known. */
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvc: Secret | null;
  readonly holderName: string | null;
  readonly network: string | null;
}

/** A decrypted network token with the cryptogram of one payment. It exists only during the call. */
export interface NetworkTokenCard {
  readonly number: Secret;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cryptogram: Secret;
  /** The electronic commerce indicator, where the token service names one. */
  readonly eci: string | null;
  readonly holderName: string | null;
  readonly network: string | null;
}

/** What every operation may name. */
interface AtProcessor {
  /** The connected account of a direct charge (`Split`): the account of every call about it. */
  readonly connectedAccount?: string | undefined;
}

export interface AuthorizeOperation extends AtProcessor {
  /** Our only idempotency key and reference at the processor, for life. */
  readonly id: OperationId;
  readonly attemptId: AttemptId;
  readonly money: Money;
  readonly capture: 'automatic' | 'manual';
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly card: Card | null;
  /** In place of the card, only for a connector with `networkTokens`. */
  readonly networkToken?: NetworkTokenCard | undefined;
  /** Payment method data other than a card, decrypted: the interface's `payment_method_data`, `{"wallet": {"apple_pay": …}}`. */
  readonly methodData: JsonObject | null;
  /** The processor's id of the order that the customer approved: authorize that order. */
  readonly orderReference?: string | undefined;
  readonly mandate: MandateUse;
  /** Request an authorization that can be incremented later. */
  readonly incremental: boolean;
  /** Request an extended authorization. */
  readonly extended: boolean;
  /** Several captures will follow, each of a part. */
  readonly multiple: boolean;
  /** Request that more than the authorized amount can be captured. */
  readonly overcapture: boolean;
  /** An authorization of less than the amount is accepted. */
  readonly partial: boolean;
  readonly threeDs: boolean;
  /** The customer was authenticated outside the processor: the proof for the issuer. */
  readonly authentication?: AuthenticationProof | undefined;
  /** Where the processor sends the customer's browser back to. */
  readonly returnUrl: string;
  /** The URL for the processor's webhooks; null if the gateway cannot be reached. */
  readonly webhookUrl: string | null;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  readonly email: string | null;
  readonly billing: JsonObject | null;
  readonly shipping: JsonObject | null;
  readonly browserInfo: JsonObject | null;
  readonly description: string | null;
  readonly statementDescriptor: string | null;
  /** The part after the merchant's own prefix, where the request names it apart. */
  readonly statementDescriptorSuffix?: string | undefined;
  /** Why the merchant charges an absent customer. */
  readonly mitCategory?: MitCategory | undefined;
  /** What the payment consists of, for reports of the card networks. */
  readonly order?: OrderData | undefined;
  readonly metadata: JsonObject | null;
  /** How the processor splits the payment; routing chooses only connectors that can. */
  readonly split?: Split | undefined;
  /** The plan by which the customer pays; routing chooses only connectors that charge in installments. */
  readonly installments?: Installments | undefined;
}

export interface CaptureOperation extends AtProcessor {
  readonly id: OperationId;
  /** The processor's id of the payment. */
  readonly reference: string;
  readonly money: Money;
  readonly authorized: Money;
  /** One of several captures. isLast: release what is left; otherwise more captures may follow. */
  readonly multiple?: { readonly isLast: boolean } | undefined;
}

export interface VoidOperation extends AtProcessor {
  readonly id: OperationId;
  readonly reference: string;
  readonly reason: string | null;
}

/** Void a whole charge before settlement; `charged` is the captured amount. */
export interface PostCaptureVoidOperation extends AtProcessor {
  readonly id: OperationId;
  readonly reference: string;
  readonly charged: Money;
  readonly reason: string | null;
}

/** Extend the validity of an authorization. */
export interface ExtendOperation extends AtProcessor {
  readonly id: OperationId;
  readonly reference: string;
}

/** Create an order of `money` that the customer approves before its authorization. It moves no money. */
export interface CreateOrderOperation extends AtProcessor {
  readonly id: OperationId;
  readonly money: Money;
  readonly capture: 'automatic' | 'manual';
}

/** Ask which versions of EMV 3-D Secure the card's issuer supports. The card has no CVC. */
export interface PreAuthenticateOperation extends AtProcessor {
  readonly id: OperationId;
  readonly card: Card;
  /** The merchant's site, which the issuer's fingerprint page notifies. */
  readonly requestorUrl: string;
}

/** Authenticate the customer of a payment in a browser. */
export interface AuthenticateOperation extends AtProcessor {
  readonly id: OperationId;
  /** The 3DS server's id of the authentication. */
  readonly reference: string;
  readonly version: string;
  readonly money: Money;
  readonly card: Card;
  readonly methodCompletion: MethodCompletion;
  /** The merchant requests a challenge. */
  readonly requestsChallenge: boolean;
  /** The merchant asks for no challenge: the issuer may exempt the payment. */
  readonly asksForNoChallenge?: boolean | undefined;
  readonly requestorUrl: string;
  /** Where the issuer's challenge sends the customer's browser back to. */
  readonly returnUrl: string;
  readonly email: string | null;
  readonly billing: JsonObject | null;
  readonly browserInfo: JsonObject | null;
}

/** A sync of an authentication: `id` is its operation id, `reference` the 3DS server's id. */
export interface AuthenticationSyncOperation extends AtProcessor {
  readonly id: OperationId;
  readonly reference: string;
}

/** Increment an authorization: `money` is the new amount, `authorized` the current one. */
export interface IncrementOperation extends AtProcessor {
  readonly id: OperationId;
  readonly reference: string;
  readonly money: Money;
  readonly authorized: Money;
  readonly reason: string | null;
}

/** Revoke a mandate: the processor charges the saved payment method no more. */
export interface RevokeMandateOperation extends AtProcessor {
  readonly id: OperationId;
  /** The processor's id of the saved payment method. */
  readonly reference: string;
}

export interface RefundOperation extends AtProcessor {
  readonly id: OperationId;
  readonly refundId: string;
  /** The processor's id of the payment. */
  readonly reference: string;
  readonly money: Money;
  /** The captured amount; undefined for a charge that did not go through this service. */
  readonly charged: Money | undefined;
  readonly reason: string | null;
  readonly webhookUrl: string | null;
  readonly metadata: JsonObject | null;
  /** What the refund of a split payment reverts, in proportion to its amount. */
  readonly reverts?: { readonly platformFee: boolean; readonly transfer: boolean } | undefined;
}

/** Send money to a card without a charge. The card has no CVC. */
export interface UnreferencedRefundOperation extends AtProcessor {
  readonly id: OperationId;
  /** The merchant's own text for the refund. */
  readonly reference: string;
  readonly money: Money;
  readonly card: Card;
  /** The merchant's id of the customer who receives the money. */
  readonly customerId: string;
}

/** A sync of a refund without a charge: `id` is its operation id. */
export interface UnreferencedRefundSyncOperation extends AtProcessor {
  readonly id: OperationId;
  /** The processor's id of the refund; null if unknown: then only `id` can find it. */
  readonly reference: string | null;
  readonly money: Money;
}

/** A sync of another operation: `id`, `flow` and the requested `money` are that operation's. */
export type SyncOperation = AtProcessor & {
  readonly id: OperationId;
  /** The processor's id of the payment or the order; null if unknown: then only `id` can find it. */
  readonly reference: string | null;
} & (
    | { readonly flow: 'authorize' | 'capture' | 'increment'; readonly money: Money }
    /** `reference`: the processor's id of the order. */
    | { readonly flow: 'create_order'; readonly money: Money }
    | { readonly flow: 'void' | 'extend' | 'post_capture_void' }
    /** `reference`: the processor's id of the saved payment method. */
    | { readonly flow: 'revoke_mandate' }
  );

/** A sync of a refund: `id` is the refund's operation id. */
export interface RefundSyncOperation extends AtProcessor {
  readonly id: OperationId;
  readonly refundId: string;
  /** The processor's id of the refund; null if unknown. */
  readonly reference: string | null;
  readonly paymentReference: string;
  readonly money: Money;
}

/** `setup` is an authorization of zero: it charges nothing and saves the payment method. */
export interface Operations {
  readonly createOrder: CreateOrderOperation;
  readonly preAuthenticate: PreAuthenticateOperation;
  readonly authenticate: AuthenticateOperation;
  readonly authenticationSync: AuthenticationSyncOperation;
  readonly authorize: AuthorizeOperation;
  readonly setup: AuthorizeOperation;
  readonly increment: IncrementOperation;
  readonly extend: ExtendOperation;
  readonly capture: CaptureOperation;
  readonly void: VoidOperation;
  readonly postCaptureVoid: PostCaptureVoidOperation;
  readonly revokeMandate: RevokeMandateOperation;
  readonly sync: SyncOperation;
  readonly refund: RefundOperation;
  readonly refundSync: RefundSyncOperation;
  readonly unreferencedRefund: UnreferencedRefundOperation;
  readonly unreferencedRefundSync: UnreferencedRefundSyncOperation;
}
export type FlowName = keyof Operations;

/** A merchant's connector account, decrypted. */
export interface Account<Credentials> {
  readonly connector: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The connected account of the operation, whatever its flow. */
  readonly connectedAccount?: string | undefined;
  readonly metadata: Readonly<Record<string, Json>> | null;
}

/** The results of an operation's preliminaries, by their names. */
export type Found = Readonly<Record<string, string>>;

/** Whether an account at another processor may accept what this one refused. If in doubt: never. */
export type Retry = 'another_account' | 'never';

/** A preliminary's answer. failed: the operation ends with this error and was not sent. */
export type PreliminaryAnswer =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'failed'; readonly error: ProcessorError; readonly retry: Retry };

/**
 * A call that an operation needs first and that neither authorizes nor moves money, such as creating a token or a customer.
 * If it fails, the operation itself was not sent. Its idempotency key is made of the operation's id and its name.
 */
export interface Preliminary<Name extends FlowName, Credentials> {
  readonly name: string;
  isNeeded(operation: Operations[Name]): boolean;
  buildRequest(operation: Operations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply): PreliminaryAnswer;
}

/**
 * A flow as a pure mapping of request and response: no clock, no random, no I/O. `parseResponse` never throws: an answer
 * that it cannot read is `unknown`. `before` are its preliminaries, in order.
 */
export interface Flow<Name extends FlowName, Credentials> {
  readonly before?: readonly Preliminary<Name, Credentials>[];
  buildRequest(operation: Operations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply, found: Found): Outcome;
}

/** The flows of a connector. An unsupported flow has no key. */
export type Flows<Credentials> = {
  readonly [Name in FlowName]?: Flow<Name, Credentials>;
};

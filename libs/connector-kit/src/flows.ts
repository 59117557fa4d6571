import type {
  EvidenceType,
  Json,
  JsonObject,
  Outcome,
  PayoutDestinationData,
  ProcessorError,
  SealedCard,
} from '@payorch/contracts';
import type { AttemptId, Money, OperationId, Secret } from '@payorch/kernel';
import { operationNames } from '@payorch/operations';
import type { FactsOf, OperationName, Operations, OperationsOf, SealedFactsOf } from '@payorch/operations';
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
  /** Our only idempotency key and reference at the processor, for life. */
  readonly id: OperationId;
  /** The connected account of a direct charge (`Split`): the account of every call about it. */
  readonly connectedAccount?: string | undefined;
}

/** Facts with their cards opened. */
type Opened<Facts> = {
  readonly [Fact in keyof Facts]: Facts[Fact] extends SealedCard
    ? Card
    : Facts[Fact] extends SealedCard | null
      ? Card | null
      : Facts[Fact];
};

/** The facts of an operation as its flow gets them. The name of a card's holder is the card's. */
type FlowFacts<Name extends OperationName> = AtProcessor &
  Opened<FactsOf<Name> & Omit<SealedFactsOf<Name>, 'cardHolderName'>>;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
/** The flow of an operation: its name, as properties of TypeScript are written. */
export type FlowOf<Name extends OperationName> = Camel<Name>;

export const flowOf = <Name extends OperationName>(name: Name): FlowOf<Name> =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as FlowOf<Name>;

export interface AuthorizeOperation extends FlowFacts<'authorize'> {
  readonly attemptId: AttemptId;
  /** In place of the card, only for a connector with `networkTokens`. */
  readonly networkToken?: NetworkTokenCard | undefined;
  /** Payment method data other than a card, decrypted: the interface's `payment_method_data`, `{"wallet": {"apple_pay": …}}`. */
  readonly methodData: JsonObject | null;
}

/** The captured amount of a charge that did not go through this service is unknown. */
interface RefundOperation extends Omit<FlowFacts<'refund'>, 'charged'> {
  readonly charged: Money | undefined;
}

/** Send money to a card without a charge. The card has no CVC. */
interface UnreferencedRefundOperation extends FlowFacts<'unreferenced_refund'> {
  readonly card: Card;
}

/** A step of a payout: its destination is a card, or the bank account or the wallet of `destination`. */
type PayoutFlowFacts<Name extends OperationsOf<'payout'>> = FlowFacts<Name> & {
  readonly destination: PayoutDestinationData | null;
};

/** A sync of a step of a payout: `id` is that step's operation id. */
export interface PayoutSyncOperation extends AtProcessor {
  readonly flow: OperationsOf<'payout'>;
  readonly payoutId: string;
  /** The processor's id of the payout, or of what the step created; null if unknown: then only `id` can find it. */
  readonly reference: string | null;
  readonly recipientReference: string | null;
  readonly money: Money;
  /** When the worker first called, as ISO 8601: for searches of a period. Absent: it never did. */
  readonly sentAt?: string | undefined;
}

/** A sync of an authentication: `id` is its operation id, `reference` the 3DS server's id. */
interface AuthenticationSyncOperation extends AtProcessor {
  readonly reference: string;
}

/** A sync of a refund without a charge: `id` is its operation id. */
interface UnreferencedRefundSyncOperation extends AtProcessor {
  /** The processor's id of the refund; null if unknown: then only `id` can find it. */
  readonly reference: string | null;
  readonly money: Money;
}

/** The operations that the flow `sync` finds. */
type Synced = {
  [Name in OperationName]: Operations[Name]['lookup'] extends { readonly flow: 'sync' } ? Name : never;
}[OperationName];
type WithAmount = { [Name in Synced]: FactsOf<Name> extends { readonly money: Money } ? Name : never }[Synced];

/** A sync of another operation: `id`, `flow` and the requested `money` are that operation's. */
export type SyncOperation = AtProcessor & {
  /** The processor's id of the payment, the order or the saved payment method; null if unknown: then only `id` can find it. */
  readonly reference: string | null;
} & ({ readonly flow: WithAmount; readonly money: Money } | { readonly flow: Exclude<Synced, WithAmount> });

/** A sync of a refund: `id` is the refund's operation id. */
export interface RefundSyncOperation extends AtProcessor {
  readonly refundId: string;
  /** The processor's id of the refund; null if unknown. */
  readonly reference: string | null;
  readonly paymentReference: string;
  readonly money: Money;
}

/** A stored file that is evidence. */
export interface EvidenceFile {
  readonly evidenceType: EvidenceType;
  readonly name: string;
  /** By its content: `application/pdf`. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Submit evidence, its files read. */
export interface SubmitEvidenceOperation extends Omit<FlowFacts<'submit_evidence'>, 'files'> {
  readonly files: readonly EvidenceFile[];
}

/**
 * A lookup of a dispute: of the answer `id` to it, or of the dispute itself (`flow` null). `absent`: the processor has no such answer,
 * since the dispute still waits for one.
 */
export interface DisputeSyncOperation {
  readonly id: string;
  readonly flow: OperationsOf<'dispute'> | null;
  /** The processor's id of the dispute. */
  readonly reference: string;
  readonly chargeReference: string;
  readonly connectedAccount?: string | undefined;
}

/** What each flow gets. `setup` is an authorization of zero: it charges nothing and saves the payment method. */
export type FlowOperations = {
  readonly [
    Name in Exclude<
      OperationName,
      'authorize' | 'refund' | 'unreferenced_refund' | 'submit_evidence' | OperationsOf<'payout'>
    > as FlowOf<Name>
  ]: FlowFacts<Name>;
} & {
  readonly [Name in OperationsOf<'payout'> as FlowOf<Name>]: PayoutFlowFacts<Name>;
} & {
  readonly authorize: AuthorizeOperation;
  readonly setup: AuthorizeOperation;
  readonly refund: RefundOperation;
  readonly unreferencedRefund: UnreferencedRefundOperation;
  readonly sync: SyncOperation;
  readonly refundSync: RefundSyncOperation;
  readonly unreferencedRefundSync: UnreferencedRefundSyncOperation;
  readonly authenticationSync: AuthenticationSyncOperation;
  readonly payoutSync: PayoutSyncOperation;
  readonly submitEvidence: SubmitEvidenceOperation;
  readonly disputeSync: DisputeSyncOperation;
};
export type FlowName = keyof FlowOperations;

/** The flows that move nothing, and may be sent again without a key. */
export const lookupFlows = [
  'sync',
  'refundSync',
  'unreferencedRefundSync',
  'authenticationSync',
  'payoutSync',
  'disputeSync',
] as const;
export const flowNames: readonly FlowName[] = [...operationNames.map(flowOf), 'setup', ...lookupFlows];

/** A merchant's connector account, decrypted. */
export interface Account<Credentials> {
  readonly connector: string;
  readonly baseUrl: string;
  /** The URL for the processor's webhooks; null if the gateway cannot be reached. */
  readonly webhookUrl: string | null;
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
  isNeeded(operation: FlowOperations[Name]): boolean;
  buildRequest(operation: FlowOperations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: FlowOperations[Name], reply: HttpReply): PreliminaryAnswer;
}

/**
 * A flow as a pure mapping of request and response: no clock, no random, no I/O. `parseResponse` never throws: an answer
 * that it cannot read is `unknown`. `before` are its preliminaries, in order.
 */
export interface Flow<Name extends FlowName, Credentials> {
  readonly before?: readonly Preliminary<Name, Credentials>[];
  buildRequest(operation: FlowOperations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: FlowOperations[Name], reply: HttpReply, found: Found): Outcome;
}

/** The flows of a connector. An unsupported flow has no key. */
export type Flows<Credentials> = {
  readonly [Name in FlowName]?: Flow<Name, Credentials>;
};

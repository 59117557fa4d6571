import type { SealedCard } from '@payorch/values';
import type { z } from 'zod';

export type Shape = z.ZodRawShape;
/** The values of a shape. zod gives an empty one an index signature, which would hide all other facts. */
export type ValuesOf<S extends Shape> = keyof S extends never
  ? Record<never, never>
  : Readonly<z.output<z.ZodObject<S>>>;

/** The service or the object that begins an operation and gets its outcome. */
export type OperationOwner = 'payment' | 'refund' | 'mandate' | 'relay' | 'payout' | 'dispute';

/** The flow of a connector that finds an operation at its processor. */
export interface Lookup {
  readonly flow: 'sync' | 'refundSync' | 'unreferencedRefundSync' | 'authenticationSync' | 'payoutSync' | 'disputeSync';
  /** given: under the reference that the command names. own: under the reference of its own outcome, or its operation id. */
  readonly by: 'given' | 'own';
}

/** A case that a recorded exchange with a processor shows. */
export type RecordedCase =
  | 'success'
  | 'refusal'
  | 'waiting'
  | 'unseen_status'
  | 'other_amount'
  | 'other_currency'
  | 'no_trace'
  | 'fault';

/** The names of cards, which only a connector worker opens. */
type CardNames<Values> = {
  [Fact in keyof Values]-?: Values[Fact] extends SealedCard | null | undefined ? Fact : never;
}[keyof Values];

/**
 * One operation: a request to a processor that may move money, or that leads to one. Everything else about it is derived: the
 * message of its command, the worker's row and call, the type of the connector's flow, the effect of its owner.
 */
export interface Declaration<
  Name extends string = string,
  Owner extends OperationOwner = OperationOwner,
  Facts extends Shape = Shape,
  Sealed extends Shape = Shape,
  Internal extends Shape = Shape,
  Found extends Lookup | null = Lookup | null,
> {
  readonly name: Name;
  readonly owner: Owner;
  /**
   * What the connector gets, besides the operation's id. A sealed card is opened for it. `reference`: the processor's id of the
   * object that the operation is about.
   */
  readonly facts: Facts;
  /** Personal facts: on the broker they are one sealed text, which only the worker that calls the processor opens. */
  readonly sealed: Sealed;
  /** Operations with the same name here share the seal of their personal facts. */
  readonly sealedAs: string;
  /** What its command carries for routing and the worker alone. */
  readonly internal: Internal;
  /** How an outcome that is not final is looked up; null: nothing finds it. */
  readonly lookup: Found;
  /** charge: a customer waits for it. The share of a connector account's places that it takes. */
  readonly share: 'charge' | 'follow_up';
  /** The recorded exchanges that every connector with the flow must have: each covers a case that has cost money before. */
  readonly cases: readonly RecordedCase[];
  /** The facts of the recorded exchanges, the same in every run; cards are added to them. */
  readonly sample: Omit<ValuesOf<Facts & Sealed>, CardNames<ValuesOf<Facts & Sealed>>>;
}

type None = Record<never, never>;

export const declare = <
  const Name extends string,
  const Owner extends OperationOwner,
  Facts extends Shape,
  const Found extends Lookup | null,
  Sealed extends Shape = None,
  Internal extends Shape = None,
>(
  name: Name,
  declared: Omit<
    Declaration<Name, Owner, Facts, Sealed, Internal, Found>,
    'name' | 'sealed' | 'sealedAs' | 'internal' | 'share'
  > & {
    readonly sealed?: Sealed;
    readonly sealedAs?: string;
    readonly internal?: Internal;
    readonly share?: 'charge';
  },
): Declaration<Name, Owner, Facts, Sealed, Internal, Found> => ({
  share: 'follow_up',
  sealedAs: name,
  sealed: {} as Sealed,
  internal: {} as Internal,
  ...declared,
  name,
});

import type { AuthorizeOperation, FlowName, FlowOperations } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import type { JsonObject } from '@payorch/contracts';
import type { AttemptId, OperationId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { Difference } from './differences';

/** Our operation for a vector. `with`: preliminaries that carry a part of the vector's single call. */
export interface VectorCase<Name extends FlowName = FlowName> {
  readonly flow: Name;
  readonly operation: FlowOperations[Name];
  /** The preliminary that corresponds to the vector, if it is not the flow's own call. */
  readonly preliminary?: string;
  readonly with?: readonly string[];
  readonly differs: readonly Difference[];
}

/** By `flow case`. */
export type VectorCases = Readonly<Record<string, VectorCase>>;

const always = ['lowerCase', 'found'] as const;

/** The kit's sample payment with the ids of the vectors. */
export const payment = (changes: Partial<AuthorizeOperation>): AuthorizeOperation =>
  sampleOperation('authorize', {
    id: 'op_probe' as OperationId,
    attemptId: 'probe_txn_001' as AttemptId,
    money: money(1000n, 'USD'),
    returnUrl: 'https://example.com/return',
    ...changes,
  });

export const authorize = (changes: Partial<AuthorizeOperation>, ...differs: Difference[]): VectorCase => ({
  flow: 'authorize',
  operation: payment(changes),
  differs: [...always, ...differs],
});

/** A payment method other than a card, by its two keys in the interface. */
export const other = (
  paymentMethod: string,
  paymentMethodType: string,
  key: string,
  data: JsonObject = {},
  ...differs: Difference[]
): VectorCase =>
  authorize(
    { card: null, paymentMethod, paymentMethodType, methodData: { [paymentMethod]: { [key]: data } } },
    ...differs,
  );

export const johnDoe = { bank_account_holder_name: 'John Doe' };

import type { OperationId } from '@payorch/kernel';
import type { Capture } from './captures/capture';
import type { Extension } from './extensions/extension';
import type { Increment } from './increments/increment';
import type { Order } from './orders/order';
import type { PostCaptureVoid } from './post-capture-voids/post-capture-void';

/** The operations of a payment beside its authorizations, each kind in the order of creation. */
export interface FollowUps {
  readonly captures: readonly Capture[];
  readonly increments: readonly Increment[];
  /** Only the last of an attempt may be open. */
  readonly extensions: readonly Extension[];
  readonly orders: readonly Order[];
  /** Only the last may be open. */
  readonly postCaptureVoids: readonly PostCaptureVoid[];
}

type Kind = keyof FollowUps;
/** One operation of a kind. */
export type FollowUp<K extends Kind> = FollowUps[K][number];

export const noFollowUps: FollowUps = {
  captures: [],
  increments: [],
  extensions: [],
  orders: [],
  postCaptureVoids: [],
};

export const followUpIn = <K extends Kind>(
  payment: FollowUps,
  kind: K,
  operation: OperationId,
): FollowUp<K> | undefined => (payment[kind] as readonly FollowUp<K>[]).find((one) => one.operation === operation);

/** The payment with this operation in place of the one with its id. */
export const withFollowUp = <K extends Kind, P extends FollowUps>(payment: P, kind: K, changed: FollowUp<K>): P => ({
  ...payment,
  [kind]: payment[kind].map((one) => (one.operation === changed.operation ? changed : one)),
});

import type { RefundStatus } from '@payorch/contracts';
import type { RefundState } from './refund.machine';

/** State → status on the interface. */
const names = {
  scheduled: 'pending',
  pending: 'pending',
  manual_review: 'review',
  success: 'succeeded',
  failure: 'failed',
} as const satisfies Record<RefundState, RefundStatus>;

export const statusOf = ({ state }: { readonly state: RefundState }): RefundStatus => names[state];

/** In the order that the interface lists them. */
export const refundStatuses: readonly RefundStatus[] = ['succeeded', 'failed', 'pending', 'review'];

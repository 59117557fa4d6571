import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { RelayRequest } from '@payorch/rest';

/** Why a request is no refund without a charge; undefined where it is one. */
export function checkUnreferencedRefund({ type, data }: RelayRequest): Refusal | undefined {
  const requested = type === 'unreferenced_refund' ? data?.unreferenced_refund : undefined;
  if (!requested) return refuse('invalid_request', { message: 'Invalid relay request for unreferenced refund' });
  return requested.amount > 0 ? undefined : refuse('precondition_failed', { message: 'Amount must be greater than 0' });
}

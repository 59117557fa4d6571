import { urlOf } from '@payorch/connector-kit';
import type { OperationId } from '@payorch/kernel';

/** The address of a refund, by the processor's id or by the operation's id. */
export function refundUrl(
  baseUrl: string,
  { id, reference }: { readonly id: OperationId; readonly reference: string | null },
): string {
  const refunds = urlOf(baseUrl, 'refunds');
  return reference ? urlOf(refunds, reference) : `${refunds}?reference=${encodeURIComponent(id)}`;
}

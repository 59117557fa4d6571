import type { OperationId } from '@payorch/kernel';
import { createHash } from 'node:crypto';

/** The namespace of our operation ids. Another one would give every operation another id at Wise. */
const namespace = Buffer.from('5b0f1c5e3d4b4f0a9c2e7a6d8f1e2c34', 'hex');

/** The UUID of an operation (version 5 of RFC 9562): always the same, since Wise knows a transfer by it. */
export function transactionIdOf({ id }: { readonly id: OperationId }): string {
  const bytes = createHash('sha1').update(namespace).update(id).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

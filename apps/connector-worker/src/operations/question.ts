import type { SyncOperation } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import type { OperationFacts } from '../domain/operation';

/** An operation as a question to the processor. */
export function questionOf({ operationId: id, flow, money, reference }: OperationFacts): SyncOperation {
  if (flow === 'void') return { id, flow, reference };
  if (money === null) throw new InvariantError(`operation ${id} has no sum`);
  return { id, flow, reference, money };
}

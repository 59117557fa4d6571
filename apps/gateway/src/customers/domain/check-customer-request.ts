import { firstRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { CustomerListWithCountQuery, CustomerRequest, CustomerUpdateRequest } from '@payorch/rest';
import { QueryError } from '../../errors';
import { checkMetadata, reservedIds } from '../../fields';

const checks: readonly ((sent: CustomerRequest) => Refusal | undefined)[] = [
  ({ customer_id: id }) =>
    id && reservedIds.has(id.toLowerCase()) ? refuse('customer_value_invalid', { field: 'customer_id' }) : undefined,
  ({ metadata }) => checkMetadata(metadata),
];

/** Checks what the field types do not: the limits of metadata, and ids that are also words of a path. */
export const checkCustomerRequest = (sent: CustomerRequest): Refusal | undefined => firstRefusal(checks, sent);

export const checkCustomerUpdate = ({ metadata }: CustomerUpdateRequest): Refusal | undefined =>
  checkMetadata(metadata);

const longestPage = 100;

/** @throws QueryError where the page is empty or too long */
export function checkCountedList({ limit }: CustomerListWithCountQuery): void {
  if (limit !== 0 && (limit ?? 1) <= longestPage) return;
  const message = `limit should be in between 1 and ${longestPage}`;
  throw new QueryError(message, [{ field: 'limit', message, code: 'IR_06' }]);
}

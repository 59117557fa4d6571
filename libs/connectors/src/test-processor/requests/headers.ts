import type { Account, AuthOf } from '@payorch/connector-kit';
import type { OperationId } from '@payorch/kernel';

/** The API key is sent without an authentication scheme. */
export const headersOf = ({ id }: { id: OperationId }, { credentials }: Account<AuthOf<'HeaderKey'>>) => ({
  authorization: credentials.api_key,
  'x-operation-id': id,
});

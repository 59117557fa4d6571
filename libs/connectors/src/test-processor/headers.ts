import type { Account, AuthOf } from '@payorch/connector-kit';
import type { OperationId } from '@payorch/kernel';

/** The key goes as it is, without a scheme. */
export const headersOf = ({ id }: { id: OperationId }, { credentials }: Account<AuthOf<'HeaderKey'>>) => ({
  authorization: credentials.api_key,
  'x-operation-id': id,
});

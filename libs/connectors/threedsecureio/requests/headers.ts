import type { Account } from '@payorch/connector-kit';
import type { OperationId } from '@payorch/kernel';
import type { Credentials } from '../credentials';

export const headersOf = ({ id }: { id: OperationId }, { credentials }: Account<Credentials>) => ({
  apikey: credentials.api_key,
  'x-operation-id': id,
});

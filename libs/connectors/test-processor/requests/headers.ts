import type { Account } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';

/** The API key is sent without an authentication scheme. */
export const headersOf = ({ id }: { readonly id: string }, { credentials }: Account<Credentials>) => ({
  authorization: credentials.api_key,
  'x-operation-id': id,
});

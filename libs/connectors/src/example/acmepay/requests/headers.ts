import type { Account } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';

export const headersOf = ({ credentials }: Account<Credentials>): Record<string, string> => ({
  authorization: `Bearer ${credentials.api_key}`,
  'acme-merchant': credentials.key1,
});

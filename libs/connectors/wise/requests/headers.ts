import type { Account } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';

export const headersOf = ({ credentials }: Account<Credentials>) => ({ authorization: credentials.api_key });

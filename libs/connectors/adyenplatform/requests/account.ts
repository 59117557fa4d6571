import type { Account } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { sourceBalanceAccount } from '../definition';

export const headersOf = ({ credentials }: Account<Credentials>): Record<string, string> => ({
  'x-api-key': credentials.api_key,
});

/** The balance account that pays: every account's metadata has it. */
export const balanceAccountOf = ({ metadata }: Account<Credentials>): string =>
  String(metadata?.[sourceBalanceAccount] ?? '');

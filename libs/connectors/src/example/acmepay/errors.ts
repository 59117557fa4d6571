import type { Outcome } from '@payorch/contracts';
import type { Retry } from '@payorch/connector-kit';
import { entryOf, errorOf } from '@payorch/connector-kit';
import type { Charge } from './responses/wire';

/** Acme Pay's decline codes that another account may accept. Every other decline is final. */
const retries: Readonly<Record<string, Retry>> = { account_limit: 'another_account' };

export const declinedBy = ({ id, decline }: Charge): Outcome => ({
  kind: 'declined',
  reference: id,
  error: errorOf(decline?.code ?? 'declined', decline?.message ?? 'The processor gave no reason'),
  retry: entryOf(retries, decline?.code ?? '') ?? 'never',
});

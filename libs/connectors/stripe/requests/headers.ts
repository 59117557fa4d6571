import type { Account } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';

/** The API version whose answers `wire.ts` reads. Stripe answers with it as long as requests name it. */
export const version = '2022-11-15';

/** The headers of every call. A direct charge, or else the account's metadata, names the connected account (`acct_…`) of the call. */
export function headersOf({ credentials, metadata, connectedAccount }: Account<Credentials>): Record<string, string> {
  const stripeAccount = connectedAccount ?? metadata?.['stripe_account'];
  return {
    authorization: `Bearer ${credentials.api_key}`,
    'stripe-version': version,
    ...(typeof stripeAccount === 'string' && stripeAccount !== '' ? { 'stripe-account': stripeAccount } : {}),
  };
}

/** The headers of a call that changes something, with an idempotency key: Stripe repeats its answer for a repeated key. */
export const headersOnce = (account: Account<Credentials>, key: string): Record<string, string> => ({
  ...headersOf(account),
  'idempotency-key': key,
});

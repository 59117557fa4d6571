import type { Account, AuthOf } from '@payorch/connector-kit';

export type Credentials = AuthOf<'HeaderKey'>;

/** The version whose answers `wire.ts` reads. Stripe keeps answering by it for as long as it is asked for. */
const version = '2022-11-15';

/** Every call's headers. An account's metadata may name the connected account (`acct_…`) on whose behalf we call. */
export function headersOf({ credentials, metadata }: Account<Credentials>): Record<string, string> {
  const onBehalfOf = metadata?.['stripe_account'];
  return {
    authorization: `Bearer ${credentials.api_key}`,
    'stripe-version': version,
    ...(typeof onBehalfOf === 'string' && onBehalfOf !== '' ? { 'stripe-account': onBehalfOf } : {}),
  };
}

/** The same for a call that changes something: Stripe answers a second call under one key as it answered the first. */
export const headersOnce = (account: Account<Credentials>, key: string): Record<string, string> => ({
  ...headersOf(account),
  'idempotency-key': key,
});

import type { AuthOf } from '@payorch/connector-kit';

/** HeaderKey: `api_key` is the secret key, `sk_…`. The account's metadata may name a connected account, `stripe_account`. */
export const credentials = ['HeaderKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

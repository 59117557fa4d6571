import type { AuthOf } from '@payorch/connector-kit';

/** BodyKey: `api_key` is the secret key, `key1` the merchant number. */
export const credentials = ['BodyKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

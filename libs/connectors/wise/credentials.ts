import type { AuthOf } from '@payorch/connector-kit';

/** BodyKey: `api_key` is the whole Authorization header (`Bearer …`), `key1` the id of the profile that pays. */
export const credentials = ['BodyKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

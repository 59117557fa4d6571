import type { AuthOf } from '@payorch/connector-kit';

/** HeaderKey: `api_key` is the key of a web service user with the role to initiate transfers. */
export const credentials = ['HeaderKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

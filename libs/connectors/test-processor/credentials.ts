import type { AuthOf } from '@payorch/connector-kit';

/** HeaderKey: `api_key` is any text. */
export const credentials = ['HeaderKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

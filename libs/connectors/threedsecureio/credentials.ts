import type { AuthOf } from '@payorch/connector-kit';

/** HeaderKey: `api_key` is the requestor's key. */
export const credentials = ['HeaderKey'] as const;

export type Credentials = AuthOf<(typeof credentials)[number]>;

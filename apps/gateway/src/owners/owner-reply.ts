import type { Refusal } from '@payorch/contracts';

/** The bytes that the owner of an object rendered, which the gateway passes on unchanged, or a refusal. */
export type OwnerReply = Promise<Buffer | Refusal>;

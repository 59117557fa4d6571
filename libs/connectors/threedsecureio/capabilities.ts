import type { Capability } from '@payorch/connector-kit';

/** It authenticates customers and takes no payment. */
export const capabilities: readonly Capability[] = [];

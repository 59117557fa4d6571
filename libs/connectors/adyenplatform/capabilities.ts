import type { Capability } from '@payorch/connector-kit';

/** It pays out and takes no payment. */
export const capabilities: readonly Capability[] = [];

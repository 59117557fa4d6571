import { createHash } from 'node:crypto';

/** Replaces an API key in the ledger and in records. */
export const accountDigest = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(0, 16);

import { durationMs } from '@payorch/platform/config';

/** The environment variables of a service that deletes rows by age. */
export const retentionSettings = {
  /** How often a service looks for rows that are older than their retention; the inbox is looked at with each sweep. */
  retentionEveryMs: durationMs('RETENTION_EVERY', 600_000, { min: 100 }),
};

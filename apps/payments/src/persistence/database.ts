import { JobRow } from '@payorch/platform/jobs';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { Initial1763700000000 } from './migrations/1763700000000-initial';
import { Increments1764100000000 } from './migrations/1764100000000-increments';
import { AttemptRow, CaptureRow, CustomerRow, IncidentRow, IntentRow } from './payment.rows';

/** The schema of this service: its tables and how they came to be. */
export const database = {
  schema: 'payments',
  entities: [IntentRow, AttemptRow, CaptureRow, CustomerRow, IncidentRow, OutboxRow, InboxRow, JobRow],
  migrations: [Initial1763700000000, Increments1764100000000],
};

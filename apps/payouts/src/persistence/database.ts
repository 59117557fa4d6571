import { JobRow } from '@payorch/platform/jobs';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { MessagesAndJobs1793000000000 } from './migrations/1793000000000-messages-and-jobs';
import { PublishedOutbox1795700000179 } from './migrations/1795700000179-published-outbox';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'payouts',
  entities: [OutboxRow, InboxRow, JobRow],
  migrations: [MessagesAndJobs1793000000000, HotTables1795080000000, PublishedOutbox1795700000179],
};

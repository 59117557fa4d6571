import { IncidentResolutionRow } from '@payorch/platform/incidents';
import { JobRow } from '@payorch/platform/jobs';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import { MessagesAndJobs1793000000000 } from './migrations/1793000000000-messages-and-jobs';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { PublishedOutbox1795700000179 } from './migrations/1795700000179-published-outbox';
import { Payouts1795700000205 } from './migrations/1795700000205-payouts';
import { SealWalk1795700000206 } from './migrations/1795700000206-seal-walk';
import { PayoutRecords1796000000229 } from './migrations/1796000000229-payout-records';
import { IncidentRow, PayoutRow } from './payout.rows';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'payouts',
  entities: [
    PayoutRow,
    IncidentRow,
    IncidentResolutionRow,
    SealWalkRow,
    UnopenableSealRow,
    OutboxRow,
    InboxRow,
    JobRow,
  ],
  migrations: [
    MessagesAndJobs1793000000000,
    HotTables1795080000000,
    PublishedOutbox1795700000179,
    Payouts1795700000205,
    SealWalk1795700000206,
    PayoutRecords1796000000229,
  ],
};

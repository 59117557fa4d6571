import { IncidentResolutionRow } from '@payorch/platform/incidents';
import { JobRow } from '@payorch/platform/jobs';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { MessagesAndJobs1793000000000 } from './migrations/1793000000000-messages-and-jobs';
import { Refunds1793100000000 } from './migrations/1793100000000-refunds';
import { PostCaptureVoids1793200000000 } from './migrations/1793200000000-post-capture-voids';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { DomainTerms1795120000000 } from './migrations/1795120000000-domain-terms';
import { VersionConflict1795130000000 } from './migrations/1795130000000-version-conflict';
import { DisputedSums1795888041385 } from './migrations/1795888041385-disputed-sums';
import { PublishedOutbox1795700000179 } from './migrations/1795700000179-published-outbox';
import { InterfaceTerms1795200000000 } from './migrations/1795200000000-interface-terms';
import { IncidentResolutions1795700000174 } from './migrations/1795700000174-incident-resolutions';
import { RefundRecords1796000000229 } from './migrations/1796000000229-refund-records';
import { BalanceRow, IncidentRow, RefundRow } from './refund.rows';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'refunds',
  entities: [BalanceRow, RefundRow, IncidentRow, IncidentResolutionRow, OutboxRow, InboxRow, JobRow],
  migrations: [
    MessagesAndJobs1793000000000,
    Refunds1793100000000,
    PostCaptureVoids1793200000000,
    HotTables1795080000000,
    DomainTerms1795120000000,
    VersionConflict1795130000000,
    InterfaceTerms1795200000000,
    IncidentResolutions1795700000174,
    PublishedOutbox1795700000179,
    DisputedSums1795888041385,
    RefundRecords1796000000229,
  ],
};

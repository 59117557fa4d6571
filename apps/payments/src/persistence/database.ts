import { IncidentResolutionRow } from '@payorch/platform/incidents';
import { JobRow } from '@payorch/platform/jobs';
import { InboxRow, OutboxRow } from '@payorch/platform/outbox';
import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import { ObjectChangeRow } from '../announcements/persistence/object-change.rows';
import { AuthenticationRow } from '../authentications/persistence/authentication.rows';
import { BlocklistChunkRow } from '../blocklist/persistence/blocklist-chunk.rows';
import { BlocklistRow } from '../blocklist/persistence/blocklist.rows';
import { CustomerRow } from '../customers/persistence/customer.rows';
import { MandateRow } from '../mandates/persistence/mandate.rows';
import { PaymentMethodRow } from '../payment-methods/persistence/payment-method.rows';
import { ManualUpdateRow } from '../payments/persistence/payment/manual-update.rows';
import { AttemptRow, CaptureRow, IncidentRow, IntentRow } from '../payments/persistence/payment/payment.rows';
import { RefundProjectionRow } from '../payments/persistence/refund-projection.rows';
import { RelayRow } from '../relays/persistence/relay.rows';
import { Initial1763700000000 } from './migrations/1763700000000-initial';
import { ListIndexes1764000000000 } from './migrations/1764000000000-list-indexes';
import { Increments1764100000000 } from './migrations/1764100000000-increments';
import { StoredMethods1764200000000 } from './migrations/1764200000000-stored-methods';
import { Refunds1764300000000 } from './migrations/1764300000000-refunds';
import { PostCaptureVoids1764450000000 } from './migrations/1764450000000-post-capture-voids';
import { Extensions1764460000000 } from './migrations/1764460000000-extensions';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { RoomForUpdates1795080000001 } from './migrations/1795080000001-room-for-updates';
import { SealWalk1795101000000 } from './migrations/1795101000000-seal-walk';
import { DomainTerms1795120000000 } from './migrations/1795120000000-domain-terms';
import { VersionConflict1795130000000 } from './migrations/1795130000000-version-conflict';
import { InterfaceTerms1795200000000 } from './migrations/1795200000000-interface-terms';
import { CollectLinks1795490000129 } from './migrations/1795490000129-collect-links';
import { Customers1795400000000 } from './migrations/1795400000000-customers';
import { Blocklist1795440000000 } from './migrations/1795440000000-blocklist';
import { CustomerDetails1795470000000 } from './migrations/1795470000000-customer-details';
import { AuthenticationsAlone1795490000130 } from './migrations/1795490000130-authentications-alone';
import { Authentications1795490000119 } from './migrations/1795490000119-authentications';
import { CaptureReviews1795480000015 } from './migrations/1795480000015-capture-reviews';
import { Captures1795460000010 } from './migrations/1795460000010-captures';
import { BlocklistChunks1795450000040 } from './migrations/1795450000040-blocklist-chunks';
import { MandatesByReference1795450000041 } from './migrations/1795450000041-mandates-by-reference';
import { ManualUpdates1795450000000 } from './migrations/1795450000000-manual-updates';
import { Mandates1795430000000 } from './migrations/1795430000000-mandates';
import { PaymentLinks1795490000117 } from './migrations/1795490000117-payment-links';
import { PaymentMethods1795420000000 } from './migrations/1795420000000-payment-methods';
import { Relays1795490000120 } from './migrations/1795490000120-relays';
import { PublishedOutbox1795700000179 } from './migrations/1795700000179-published-outbox';
import { Claims1795550000153 } from './migrations/1795550000153-claims';
import { IncidentResolutions1795700000174 } from './migrations/1795700000174-incident-resolutions';
import { UnreferencedRefunds1795490000140 } from './migrations/1795490000140-unreferenced-refunds';
import { DisputeRow } from '../disputes/persistence/dispute.rows';
import { Disputes1795888041384 } from './migrations/1795888041384-disputes';
import { DeletedByAge1795830000222 } from './migrations/1795830000222-deleted-by-age';
import { ObjectChanges1795990000225 } from './migrations/1795990000225-object-changes';
import { KnownObjects1795990000226 } from './migrations/1795990000226-known-objects';
import { AttemptRecords1796000000229 } from './migrations/1796000000229-attempt-records';

/** The schema of this service: its tables and how they came to be. */
export const database = {
  schema: 'payments',
  entities: [
    IntentRow,
    AttemptRow,
    CaptureRow,
    CustomerRow,
    IncidentRow,
    IncidentResolutionRow,
    ManualUpdateRow,
    PaymentMethodRow,
    MandateRow,
    BlocklistRow,
    BlocklistChunkRow,
    RefundProjectionRow,
    RelayRow,
    AuthenticationRow,
    DisputeRow,
    ObjectChangeRow,
    OutboxRow,
    InboxRow,
    JobRow,
    SealWalkRow,
    UnopenableSealRow,
  ],
  migrations: [
    Initial1763700000000,
    ListIndexes1764000000000,
    Increments1764100000000,
    StoredMethods1764200000000,
    Refunds1764300000000,
    PostCaptureVoids1764450000000,
    Extensions1764460000000,
    HotTables1795080000000,
    RoomForUpdates1795080000001,
    SealWalk1795101000000,
    DomainTerms1795120000000,
    VersionConflict1795130000000,
    InterfaceTerms1795200000000,
    Customers1795400000000,
    Blocklist1795440000000,
    ManualUpdates1795450000000,
    Captures1795460000010,
    Mandates1795430000000,
    PaymentMethods1795420000000,
    CustomerDetails1795470000000,
    CaptureReviews1795480000015,
    Authentications1795490000119,
    BlocklistChunks1795450000040,
    MandatesByReference1795450000041,
    PaymentLinks1795490000117,
    Relays1795490000120,
    CollectLinks1795490000129,
    AuthenticationsAlone1795490000130,
    UnreferencedRefunds1795490000140,
    Claims1795550000153,
    IncidentResolutions1795700000174,
    PublishedOutbox1795700000179,
    Disputes1795888041384,
    DeletedByAge1795830000222,
    ObjectChanges1795990000225,
    KnownObjects1795990000226,
    AttemptRecords1796000000229,
  ],
};

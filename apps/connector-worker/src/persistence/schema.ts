import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import { Operations1700000000001 } from './migrations/0001-operations';
import { Refunds1700000000002 } from './migrations/0002-refunds';
import { PostCaptureVoids1700000000003 } from './migrations/0003-post-capture-voids';
import { Extensions1700000000004 } from './migrations/0004-extensions';
import { DeferredOperations1700000000192 } from './migrations/0192-deferred-operations';
import { Resends1700000000170 } from './migrations/0170-resends';
import { WorkerPresence1700000000171 } from './migrations/0171-worker-presence';
import { HotTables1700000000180 } from './migrations/0180-hot-tables';
import { MandateRevocations1795430000001 } from './migrations/1795430000001-mandate-revocations';
import { Responses1795410000000 } from './migrations/1795410000000-responses';
import { SealWalk1795470000050 } from './migrations/1795470000050-seal-walk';
import { AuthenticationOwners1795490000130 } from './migrations/1795490000130-authentication-owners';
import { Authentications1795490000119 } from './migrations/1795490000119-authentications';
import { Orders1795480000110 } from './migrations/1795480000110-orders';
import { Relays1795490000121 } from './migrations/1795490000121-relays';
import { RouteDecisions1795560000026 } from './migrations/1795560000026-route-decisions';
import { UnreferencedRefunds1795490000141 } from './migrations/1795490000141-unreferenced-refunds';
import { DeferredCharges1795780000028 } from './migrations/1795780000028-deferred-charges';
import { EventChanges1795920000227 } from './migrations/1795920000227-event-changes';
import { Payouts1795820000029 } from './migrations/1795820000029-payouts';
import { Disputes1795910000032 } from './migrations/1795910000032-disputes';
import { DeferredOperationRow } from './deferred-operation.rows';
import { OperationRow, ProcessorEventRow } from './operation.rows';
import { UnmatchedDisputeRow } from './unmatched-dispute.rows';
import { WorkerPresenceRow } from './worker-presence.rows';
import { OperationsSent1795830000221 } from './migrations/1795830000221-operations-sent';

/** The database schema of this service. */
export const schema = 'connector_worker';
export const entities = [
  OperationRow,
  ProcessorEventRow,
  DeferredOperationRow,
  WorkerPresenceRow,
  UnmatchedDisputeRow,
  SealWalkRow,
  UnopenableSealRow,
];
export const migrations = [
  Operations1700000000001,
  Refunds1700000000002,
  PostCaptureVoids1700000000003,
  Extensions1700000000004,
  Resends1700000000170,
  WorkerPresence1700000000171,
  HotTables1700000000180,
  DeferredOperations1700000000192,
  MandateRevocations1795430000001,
  Responses1795410000000,
  SealWalk1795470000050,
  Orders1795480000110,
  Authentications1795490000119,
  Relays1795490000121,
  AuthenticationOwners1795490000130,
  UnreferencedRefunds1795490000141,
  RouteDecisions1795560000026,
  DeferredCharges1795780000028,
  Payouts1795820000029,
  Disputes1795910000032,
  OperationsSent1795830000221,
  EventChanges1795920000227,
];

import { topics } from '@payorch/contracts';
import type { RowSeals } from '@payorch/platform/sealing';
import { type KnownObjects, knownRows } from '@payorch/platform/snapshots';
import { payoutFromRow } from '../persistence/payout.mapper';
import { PayoutRow } from '../persistence/payout.rows';
import { presentPayout } from './version-messages';

/** What this service published before its snapshot topic existed. */
export const knownPayouts = (seals: RowSeals): readonly KnownObjects[] => [
  knownRows(PayoutRow, topics.payoutsSnapshots.name, (row) => presentPayout(payoutFromRow(seals, row))),
];

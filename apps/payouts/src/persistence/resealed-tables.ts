import { type ResealedTable, sealedJson } from '@payorch/platform/rewrap';
import { payoutBody } from './payout.mapper';

/** The tables with personal data. A row keeps its version and its times, since nothing happened to it. */
export const resealedTables: readonly ResealedTable[] = [
  { name: 'payouts', id: 'payout_id', columns: [sealedJson(payoutBody)] },
];

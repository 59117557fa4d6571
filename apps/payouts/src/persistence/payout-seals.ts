import { type JsonSealTable, jsonSealTable } from '@payorch/platform/rewrap';

/** The destinations of payouts, which only workers open. Those of ended payouts are shown, and resent by no one; they stay as long as their payout. */
export const payoutSealTables: readonly JsonSealTable[] = [
  jsonSealTable({
    name: 'payouts',
    id: 'payout_id',
    column: 'body',
    seals: [
      { place: 'card', purpose: 'card_number', in: ['destination', 'card'], field: 'sealedNumber' },
      { place: 'data', purpose: 'payment_method_data', in: ['destination', 'sealed'], field: 'sealed' },
    ],
  }),
];

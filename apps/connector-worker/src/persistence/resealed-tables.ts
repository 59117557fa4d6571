import type { ResealedTable } from '@payorch/platform/rewrap';
import { decisionResealed, outcomeResealed } from './operation.mapper';

/**
 * The outcome has a seal of the customer's next step and a seal of the response, the decision of routing one of the metadata that a
 * rule compares; most operations have none. No claim is touched: lease, state and times stay.
 */
export const resealedTables: readonly ResealedTable[] = [
  {
    ...{ name: 'operations', id: 'operation_id', hasKeyByMerchant: false },
    columns: [
      {
        ...{ name: 'outcome', type: 'jsonb' },
        isCurrent: (prefix) =>
          `coalesce(starts_with(t.outcome ->> 'sealed', ${prefix}), NOT t.outcome ? 'challenge')
           AND coalesce(starts_with(t.outcome ->> 'whole', ${prefix}), true)`,
        resealed: (stored, place) => outcomeResealed(stored as object, place),
      },
      {
        ...{ name: 'decision', type: 'jsonb' },
        isCurrent: (prefix) => `coalesce(starts_with(t.decision ->> 'sealed', ${prefix}), true)`,
        resealed: (stored, place) => decisionResealed(stored as object, place),
      },
    ],
  },
];

import type { ResealedTable } from '@payorch/platform/rewrap';
import { outcomeResealed } from './operation.mapper';

/**
 * The outcome has a seal of the customer's next step and a seal of the response; most outcomes have neither. No claim is
 * touched: lease, state and times stay.
 */
export const resealedTables: readonly ResealedTable[] = [
  {
    name: 'operations',
    id: 'operation_id',
    isKeyedById: true,
    columns: [
      {
        name: 'outcome',
        type: 'jsonb',
        isCurrent: (prefix) =>
          `coalesce(starts_with(t.outcome ->> 'sealed', ${prefix}), NOT t.outcome ? 'challenge')
           AND coalesce(starts_with(t.outcome ->> 'whole', ${prefix}), true)`,
        resealed: (seals, stored, place) => outcomeResealed(seals, stored as object, place),
      },
    ],
  },
];

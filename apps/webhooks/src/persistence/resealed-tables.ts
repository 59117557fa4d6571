import type { ResealedTable } from '@payorch/platform/rewrap';
import { beginsSealed } from '@payorch/platform/sealing';
import { exchangeResealed } from './attempt-rows';
import { bodyResealed } from './delivery.repository';

/** Every attempt still sends the same bytes: the walk changes their seal alone. */
export const resealedTables: readonly ResealedTable[] = [
  {
    name: 'events',
    id: 'event_id',
    columns: [
      {
        name: 'body',
        type: 'bytea',
        isCurrent: (prefix) => beginsSealed('t.body', prefix),
        resealed: (seals, stored, place) => {
          const body = bodyResealed(seals, stored as Buffer, place);
          return body && `\\x${body.toString('hex')}`;
        },
      },
    ],
  },
  {
    name: 'attempts',
    id: 'attempt_id',
    columns: [
      {
        name: 'exchange',
        type: 'bytea',
        isCurrent: (prefix) => beginsSealed('t.exchange', prefix),
        resealed: (seals, stored, place) => {
          const exchange = exchangeResealed(seals, stored as Buffer, place);
          return exchange && `\\x${exchange.toString('hex')}`;
        },
      },
    ],
  },
];

import type { ResealedTable } from '@payorch/platform/rewrap';
import { beginsSealed } from '@payorch/platform/sealing';
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
];

import { IncidentResolutionRow } from '@payorch/platform/incidents';
import { SealWalkRow, UnopenableSealRow } from '@payorch/platform/rewrap';
import { EventsAndDeliveries1793000000000 } from './migrations/1793000000000-events-and-deliveries';
import { HotTables1795080000000 } from './migrations/1795080000000-hot-tables';
import { EventsByObject1795410000000 } from './migrations/1795410000000-events-by-object';
import { RequestId1795110000000 } from './migrations/1795110000000-request-id';
import { SealWalk1795470000050 } from './migrations/1795470000050-seal-walk';
import { AttemptsAndEndpoints1795900000216 } from './migrations/1795900000216-attempts-and-endpoints';
import { EndpointIncidents1796020000230 } from './migrations/1796020000230-endpoint-incidents';
import { AttemptRow, DeliveryRow, EndpointRow, EventRow, IncidentRow } from './webhooks.rows';

/** The schema of this service: its tables and migrations. */
export const database = {
  schema: 'webhooks',
  entities: [
    EventRow,
    DeliveryRow,
    AttemptRow,
    EndpointRow,
    IncidentRow,
    IncidentResolutionRow,
    SealWalkRow,
    UnopenableSealRow,
  ],
  migrations: [
    EventsAndDeliveries1793000000000,
    HotTables1795080000000,
    RequestId1795110000000,
    EventsByObject1795410000000,
    SealWalk1795470000050,
    AttemptsAndEndpoints1795900000216,
    EndpointIncidents1796020000230,
  ],
};

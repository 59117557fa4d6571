import { EventsAndDeliveries1793000000000 } from './migrations/1793000000000-events-and-deliveries';
import { DeliveryRow, EventRow } from './webhooks.rows';

/** The schema of this service: its tables and how they came to be. */
export const database = {
  schema: 'webhooks',
  entities: [EventRow, DeliveryRow],
  migrations: [EventsAndDeliveries1793000000000],
};

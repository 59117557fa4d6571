import type { FieldWords } from './field-words';

/** Fields of the operator's lists. */
export const opsFields: FieldWords = {
  min_age_seconds: 'Objects that are younger are left out. 30 without it.',
  totals: 'How many objects of a connector wait for the same, those with the oldest object first.',
  object: 'What it is about.',
  object_id: 'The id of the refund or of the relay; for a payment, the id of the attempt.',
  waits_for:
    'What it waits for. `processor`: an answer, which the next sync requests. `customer`: an action of the customer. `operator`: a person. `worker`: no worker is known to have begun it. `schedule`: the time at which it is sent. `service`: the reservation of another service.',
  oldest_seconds: 'The age of the oldest one.',
  operation: 'The operation whose outcome is awaited.',
  since: 'Since when it is in this state.',
  age_seconds: 'How long it is in this state.',
  next_at: 'When its service acts next; null: the next sweep decides.',
  incidents: 'The kinds of its open incidents.',
  incident_id: 'The id of the incident.',
  still_needs: 'The route that ends what is still open; null: nothing is.',
  opened_at: 'When it was opened.',
  resolved_at: 'When it was resolved; null: it is open.',
  history: 'What happened to it.',
  resolved_by: 'The person who resolves it.',
  services: 'Whether each service has answered. The events of a service that is away are missing.',
  service: 'The service that knows of the event.',
  event: 'What happened.',
  events: 'What happened, in the order of time. Later times are of what is due.',
  at: 'When it happened, or is due.',
};

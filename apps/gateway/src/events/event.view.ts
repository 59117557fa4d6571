import type { EventAttempt, EventAttempts } from '@payorch/contracts';

/** An attempt in the interface's format. The one whose id is the event's says whether any attempt delivered the event. */
const attemptView = ({ event, body }: Omit<EventAttempts, 'attempts'>, attempt: EventAttempt): object => ({
  ...event,
  event_id: attempt.attempt_id,
  is_delivery_successful:
    attempt.attempt_id === event.event_id ? event.is_delivery_successful : attempt.is_delivery_successful,
  created: attempt.created,
  request: { body, headers: attempt.request_headers },
  response: attempt.response ?? { body: null, headers: null, status_code: null, error_message: null },
  delivery_attempt: attempt.kind,
});

export const attemptViews = ({ attempts, ...event }: EventAttempts): object[] =>
  attempts.map((attempt) => attemptView(event, attempt));

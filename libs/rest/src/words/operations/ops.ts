import type { OperationWords } from './operation-words';

/** What an operator reads and resolves; `npm run ops` prints it as tables. */
export const ops: OperationWords = {
  'List what waits for an outcome': {
    summary: 'List what waits for an outcome',
    description:
      'Lists payments, refunds and relays of all merchants without an outcome, the oldest first, with totals by connector and by what they wait for. Objects that are younger than `min_age_seconds` (30 without it) are left out: most of them get their outcome in the first seconds.',
  },
  'List incidents': {
    summary: 'List incidents',
    description:
      'Lists what needs a person, the newest first, with its history. Resolved incidents are listed only with `all=true`.',
  },
  'Resolve an incident': {
    summary: 'Resolve an incident',
    description:
      'Records that a person has dealt with an incident, who and why. It changes no payment, refund or relay: `still_needs` names the route that does, where one is still open. The same request again changes nothing; another one for a resolved incident is refused.',
  },
  'Trace a payment': {
    summary: 'Trace a payment',
    description:
      'Shows the way of one payment through all services in the order of time: attempts, routing, operations at the processor, refunds, incidents and webhooks, and what is due. `services` says whose part is missing. Without `merchant_id` the payment is found by its id, unless several merchants have it.',
  },
};

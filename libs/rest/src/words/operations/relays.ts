import type { OperationWords } from './operation-words';

/** Relays to processors, and rates between currencies. */
export const relays: OperationWords = {
  'Relay Request': {
    summary: 'Relay an operation to a processor',
    description:
      'Refunds, captures, voids or increases a payment that the processor has and this service does not know. The body names the payment by the id of the processor. Amounts are not checked against earlier operations: only the processor knows them. A relay with the status `pending` ends later.',
  },
  'Refund without a Payment': {
    summary: 'Refund without a payment',
    description:
      'Sends money to a card without a payment, at a processor that can; for the others the answer is 422. Of the test processors `adyen_test` can. `connector_resource_id` is a text of your own for the refund. The answer shows the card number masked and no holder. A relay with the status `pending` ends later, and is never sent twice.',
  },
  'Retrieve a Relay details': {
    summary: 'Retrieve a relay',
    description:
      'Returns a relay of the profile with its current status. `force_sync` asks the processor first if the outcome is still open.',
  },
  'Retrieve Forex rates': {
    summary: 'Retrieve rates between currencies',
    description:
      'Returns the rates of the operator, with the time at which they were quoted. Without rates, or with rates that are too old, the answer is 404. Payments do not use them.',
  },
  'Convert an amount in minor units': {
    summary: 'Convert an amount',
    description:
      'Converts an amount in minor units into another currency by the rates of the operator. The answer has the amount in the main unit, rounded to the minor unit of its currency. A currency without a rate is refused with 422.',
  },
};

import type { OperationWords } from './operation-words';

/** Stored algorithms, and decisions by 3DS rules. */
export const routing: OperationWords = {
  'Create a routing config': {
    summary: 'Store a 3DS decision rule',
    description:
      'Stores a routing algorithm of a profile and returns its record. Only algorithms of the type `three_ds_decision_rule` can be stored; any other type is refused with 501. Nothing applies the rule by itself: send its `id` to `/three_ds_decision/execute`.',
  },
  'List routing configs': {
    summary: 'List routing algorithms',
    description:
      'Lists the records of the routing algorithms, newest first: 100 of them without `limit`, at most 1,000. None is active, so `active_id` is null.',
  },
  'Retrieve a routing config': {
    summary: 'Retrieve a routing algorithm',
    description: 'Returns a routing algorithm with its rules, as it was stored.',
  },
  'Set the 3DS decision manager': {
    summary: 'Set the 3DS decision manager',
    description:
      'Sets the rules that decide, for every payment of the merchant, whether its customer is authenticated (3DS), in place of the `authentication_type` of the payment. They replace the stored rules from the next account version; `name` may then be left out. `program` is another name of `algorithm`. Everything that is wrong in the rules is listed by its path.',
  },
  'Retrieve the 3DS decision manager': {
    summary: 'Retrieve the 3DS decision manager',
    description: 'Returns the rules about 3-D Secure as they were sent.',
  },
  'Delete the 3DS decision manager': {
    summary: 'Delete the 3DS decision manager',
    description: 'Deletes the rules about 3-D Secure: the `authentication_type` of each payment counts again.',
  },
  'Set the surcharge rules': {
    summary: 'Set the surcharge rules',
    description:
      'Sets the rules that decide which surcharge the customer pays for a payment method. They act on every payment without `surcharge_details` of its own, and replace the stored rules from the next account version; `name` may then be left out. Everything that is wrong in the rules is listed by its path.',
  },
  'Retrieve the surcharge rules': {
    summary: 'Retrieve the surcharge rules',
    description: 'Returns the surcharge rules as they were sent.',
  },
  'Delete the surcharge rules': {
    summary: 'Delete the surcharge rules',
    description: 'Deletes the surcharge rules: payments that are confirmed from then on have no surcharge by them.',
  },
  'Execute 3DS Decision Rule': {
    summary: 'Execute a 3DS decision rule',
    description:
      'Decides by a stored rule whether a payment should be authenticated (3DS). The first rule that holds decides; without one, `defaultSelection` does. A value that the request does not have makes every comparison with it false. Nothing is stored, and no payment changes.',
  },
};

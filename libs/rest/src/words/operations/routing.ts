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
  'Execute 3DS Decision Rule': {
    summary: 'Execute a 3DS decision rule',
    description:
      'Decides by a stored rule whether a payment should be authenticated (3DS). The first rule that holds decides; without one, `defaultSelection` does. A value that the request does not have makes every comparison with it false. Nothing is stored, and no payment changes.',
  },
};

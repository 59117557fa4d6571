import type { AnyEventOf, Machine, StateOf } from '@payorch/kernel';
import type { LateVerdict, OperationDefinition } from './operation';
import { eventOf } from './operation';
import type { OutcomeCase } from './outcome-case';

/** How an owner follows the outcomes of one kind of operation. `Reported`: the owner's state with the outcome's event. */
export interface OutcomeRules<M extends Machine, Operation extends { readonly state: StateOf<M> }, Reported, Decision> {
  readonly definition: OperationDefinition<M>;
  caseOf(operation: Operation, reported: Reported): OutcomeCase;
  /** The operation moves by `on`. */
  moved(operation: Operation, on: AnyEventOf<M>, reported: Reported): Decision;
  /** A sync is to prove what only a webhook reports. */
  verified(operation: Operation, reported: Reported): Decision;
  /** The table has no event, but a verdict on an outcome that comes late. */
  late(operation: Operation, reported: Reported, verdict: LateVerdict): Decision;
}

/**
 * Applies an outcome of an operation, from the call itself, a sync or a verified webhook, in any order and any number of times.
 * The table says whether it still changes anything.
 */
export function applyOutcome<M extends Machine, Operation extends { readonly state: StateOf<M> }, Reported, Decision>(
  rules: OutcomeRules<M, Operation, Reported, Decision>,
  operation: Operation,
  reported: Reported,
): Decision {
  const on = eventOf(rules.definition, operation.state, rules.caseOf(operation, reported));
  switch (on) {
    case 'verify':
      return rules.verified(operation, reported);
    case 'late_success':
      return rules.late(operation, reported, 'late_success');
    case 'contradiction':
      return rules.late(operation, reported, 'contradiction');
    case 'stale':
      return rules.late(operation, reported, 'stale');
    default:
      return rules.moved(operation, on, reported);
  }
}

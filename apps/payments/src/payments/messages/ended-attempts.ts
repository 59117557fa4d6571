import type { EndedAttempt, FindGsmRule, RoutingSettings } from '@payorch/contracts';
import { scoreValuesOf } from '@payorch/contracts';
import type { Attempt } from '../domain/attempts/attempt';
import { accountOf, shownAccountId } from '../domain/attempts/attempt';
import type { AttemptState } from '../domain/attempts/attempt.machine';
import { gsmRuleOf } from '../domain/authorization/gsm-rule';
import type { Payment } from '../domain/payment';
import { needsOfScores, routingFactsOf } from '../domain/terms/routing-facts';

/**
 * The result of an attempt in a state. States without one end nothing, or end it without a word of the processor: the
 * customer never came back, or the merchant cancelled.
 */
const results: { readonly [State in AttemptState]?: EndedAttempt['result'] } = {
  authorized: 'approved',
  charged: 'approved',
  partial_charged: 'approved',
  failure: 'declined',
};

/** States before the end of an authorization: what follows ends the attempt no second time. */
export const openStates: ReadonlySet<AttemptState> = new Set([
  'payment_method_awaited',
  'confirmation_awaited',
  'authentication_initiated',
  'authenticating',
  'authorizing',
  'pending',
  'authentication_pending',
  'cancellation_initiated',
]);

/** The attempts that a change of a payment ended, with what the scores of its profile are kept by; none without scores. */
export function endedAttempts(
  before: Payment | undefined,
  after: Payment,
  routing: RoutingSettings | undefined,
  gsmRule: FindGsmRule,
): EndedAttempt[] {
  if (!routing?.dynamic) return [];
  const needs = needsOfScores(routing);
  const stateBefore = new Map(before?.attempts.map(({ id, state }) => [id, state]));
  const endedOf = (attempt: Attempt): EndedAttempt[] => {
    const result = results[attempt.state];
    const [account, merchantConnectorId] = [accountOf(attempt), shownAccountId(attempt)];
    if (!result || !account || merchantConnectorId === null) return [];
    if (!openStates.has(stateBefore.get(attempt.id) ?? 'authorizing')) return [];
    const errorCategory = result === 'declined' ? gsmRuleOf(attempt, gsmRule)?.errorCategory : null;
    const scoredBy = scoreValuesOf(routingFactsOf(after, attempt, needs) ?? { values: {} });
    const { connector } = account;
    return [{ connector, merchantConnectorId, result, ...(errorCategory && { errorCategory }), scoredBy }];
  };
  return after.attempts.flatMap(endedOf);
}
